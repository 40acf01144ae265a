package dev.postern.idempotency.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/** What is checked and written in one step. */
final class ClaimScripts {

    static final long IN_PROGRESS = 0;
    static final long DONE = 1;
    static final long OURS = 2;

    /**
     * Keys: Outpost's, ours. Arguments: the step, the identity, the owner, ms. One script for all steps,
     * so that the server has it when the later ones come and they need no second try.
     *
     * <p>Ours is a hash of identity → {@code <until in ms> <owner, or "processed">}; the field without a
     * name says until when Outpost's key is explained by one of the others.
     */
    static final RedisScript STEP = new RedisScript("""
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            local step, identity, owner, ms = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

            local function live(value)
              local till, holder = string.match(value or '', '^(%d+) ?(.*)$')
              if till and tonumber(till) > now then return holder, tonumber(till) end
            end

            local function write(holder, shown)
              local till = now + ms
              redis.call('HSET', KEYS[2], identity, string.format('%.0f %s', till, holder))
              local _, longest = live(redis.call('HGET', KEYS[2], ''))
              longest = string.format('%.0f', math.max(till, longest or 0))
              redis.call('HSET', KEYS[2], '', longest)
              redis.call('PEXPIREAT', KEYS[2], longest)
              if redis.call('GET', KEYS[1]) == 'processed' then shown = 'processed' end
              redis.call('SET', KEYS[1], shown, 'PXAT', longest)
            end

            local holder = live(redis.call('HGET', KEYS[2], identity))
            if step == 'release' then
              if holder ~= owner then return 0 end
              redis.call('HDEL', KEYS[2], identity)
              local fields = redis.call('HGETALL', KEYS[2])
              for i = 1, #fields, 2 do
                if fields[i] ~= '' and live(fields[i + 1]) then return 2 end
              end
              redis.call('DEL', KEYS[1], KEYS[2])
              return 2
            end
            if holder ~= owner then
              if holder == 'processed' then return 1 end
              if holder then return 0 end
              if not live(redis.call('HGET', KEYS[2], '')) then
                local other = redis.call('GET', KEYS[1])
                if other == 'processed' then return 1 end
                if other then return 0 end
              end
            end
            if step == 'finish' then write('processed', 'processed') else write(owner, 'processing') end
            return 2
            """, ScriptOutputType.INTEGER);

    private ClaimScripts() {}
}
