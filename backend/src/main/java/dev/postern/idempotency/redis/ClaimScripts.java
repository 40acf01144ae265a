package dev.postern.idempotency.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/** What is checked and written in one step. */
final class ClaimScripts {

    static final long IN_PROGRESS = 0;
    static final long DONE = 1;

    /** Claim time in ms → when the claim lapses, or one of the two above. */
    static final RedisScript CLAIM = new RedisScript("""
            local held = redis.call('GET', KEYS[1])
            if held == 'processed' then return 1 end
            if held then return 0 end
            local time = redis.call('TIME')
            local lapses = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1]
            redis.call('SET', KEYS[1], 'processing', 'PXAT', string.format('%.0f', lapses))
            return lapses
            """, ScriptOutputType.INTEGER);

    /** True for a claim that lapses at ARGV[1], give or take ARGV[2] ms. */
    private static final String MINE = """
            local function mine()
              local time = redis.call('TIME')
              local lapses = time[1] * 1000 + math.floor(time[2] / 1000) + redis.call('PTTL', KEYS[1])
              return math.abs(lapses - ARGV[1]) <= tonumber(ARGV[2])
            end
            local held = redis.call('GET', KEYS[1])
            """;

    /** Notes the work as done for ARGV[3] ms; a claim that lapsed and that nobody took is still ours. */
    static final RedisScript FINISH = new RedisScript(MINE + """
            if held == 'processing' and not mine() then return 0 end
            redis.call('SET', KEYS[1], 'processed', 'PX', ARGV[3])
            return 1
            """, ScriptOutputType.INTEGER);

    static final RedisScript RELEASE = new RedisScript(MINE + """
            if held == 'processing' and mine() then return redis.call('DEL', KEYS[1]) end
            return 0
            """, ScriptOutputType.INTEGER);

    private ClaimScripts() {}
}
