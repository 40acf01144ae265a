package dev.postern.queue.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/** The steps on dead letters that must not be torn apart. KEYS as in {@link StreamScripts}. */
final class DeadLetterScripts {

    /** {@code remove} takes letters away, and answers with their ids. */
    private static final String REMOVE = """
            local function remove(letters)
              local removed, bytes = {}, 0
              for _, letter in ipairs(letters) do
                redis.call('XDEL', KEYS[3], letter[1])
                removed[#removed + 1] = letter[1]
                for _, field in ipairs(letter[2]) do bytes = bytes + #field end
              end
              if redis.call('XLEN', KEYS[3]) == 0 then
                redis.call('DEL', KEYS[4])
              else
                redis.call('SET', KEYS[4], math.max(0, tonumber(redis.call('GET', KEYS[4]) or 0) - bytes))
              end
              return removed
            end
            local letters = {}
            for i = 2, #ARGV do
              letters[#letters + 1] = redis.call('XRANGE', KEYS[3], ARGV[i], ARGV[i])[1]
            end
            """;

    /** Nothing, and ids → the ids of those that were there. */
    static final RedisScript DISCARD = new RedisScript(REMOVE + "return remove(letters)", ScriptOutputType.MULTI);

    /** The queue's capacity, and ids → the ids of those that went back, or 0 where there is no room for all. */
    static final RedisScript REDRIVE = new RedisScript(REMOVE + """
            if #letters > 0 and redis.call('XLEN', KEYS[1]) + #letters > tonumber(ARGV[1]) then return {0} end
            local ours = {cause = true, reason = true, seen = true, receives = true}
            for _, letter in ipairs(letters) do
              local fields = {}
              for i = 1, #letter[2], 2 do
                if not ours[letter[2][i]] then
                  fields[#fields + 1] = letter[2][i]
                  fields[#fields + 1] = letter[2][i + 1]
                end
              end
              redis.call('XADD', KEYS[1], '*', unpack(fields))
            end
            return remove(letters)
            """, ScriptOutputType.MULTI);

    private DeadLetterScripts() {}
}
