package dev.postern.queue.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/**
 * The steps that must not be torn apart. KEYS are always the stream, the failures, the dead letters and
 * their size; ARGV[1] is the group unless said otherwise.
 *
 * <p>Failures are a hash from an entry's id to "count reason"; only entries that failed are in it. The
 * pending entries' own counter tells how often each was handed out.
 */
final class StreamScripts {

    /** Capacity and bodies → 1, or 0 where there is no room for all. */
    static final RedisScript APPEND = new RedisScript("""
            if redis.call('XLEN', KEYS[1]) + #ARGV - 1 > tonumber(ARGV[1]) then return 0 end
            for i = 2, #ARGV do redis.call('XADD', KEYS[1], '*', 'body', ARGV[i]) end
            return 1
            """, ScriptOutputType.INTEGER);

    /** Id. */
    static final RedisScript DELETE = new RedisScript("""
            redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
            redis.call('HDEL', KEYS[2], ARGV[2])
            return redis.call('XDEL', KEYS[1], ARGV[2])
            """, ScriptOutputType.INTEGER);

    /** Consumer and ids; those that others claimed meanwhile stay theirs. */
    static final RedisScript REFRESH = new RedisScript("""
            for i = 3, #ARGV do
              if redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2])[1] then
                redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID')
              end
            end
            return 1
            """, ScriptOutputType.INTEGER);

    /**
     * Consumer, id, silence in ms, how many receives to take back. The entry goes to a consumer that
     * never reads, so that it is claimed once it was silent for long enough.
     */
    static final RedisScript LET_GO = new RedisScript("""
            local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1, ARGV[2])[1]
            if not pending then return 0 end
            redis.call('XCLAIM', KEYS[1], ARGV[1], 'refused', 0, ARGV[3],
              'IDLE', ARGV[4], 'RETRYCOUNT', pending[4] - ARGV[5], 'JUSTID')
            return 1
            """, ScriptOutputType.INTEGER);

    /** Consumer; for how long in ms others must have been silent to count as dead. */
    static final RedisScript FORGET_IDLE = new RedisScript("""
            for _, reply in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
              local consumer = {}
              for i = 1, #reply, 2 do consumer[reply[i]] = reply[i + 1] end
              if consumer.pending == 0 and (consumer.name == ARGV[2] or consumer.idle > tonumber(ARGV[3])) then
                redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
              end
            end
            return 1
            """, ScriptOutputType.INTEGER);

    /**
     * What the scripts below share, told by ARGV[2] to ARGV[5]: how many failures there may be, how many
     * dead letters, their size in bytes, and 1 where the oldest may go. {@code bury} answers with what
     * became of it: {id, 'aside' or 'full', cause, reason, how many were dropped}.
     */
    private static final String BURY = """
            local function size(fields)
              local bytes = 0
              for _, field in ipairs(fields) do bytes = bytes + #field end
              return bytes
            end
            local function failures(id)
              local count, reason = string.match(redis.call('HGET', KEYS[2], id) or '', '^(%d+) (.*)$')
              return tonumber(count or 0), reason or ''
            end
            local function failed(id, reason)
              local count = failures(id) + 1
              redis.call('HSET', KEYS[2], id, count .. ' ' .. reason)
              return count
            end
            local function bury(id, receives, cause, reason)
              local entry = redis.call('XRANGE', KEYS[1], id, id)[1]
              local dropped = 0
              if entry then
                local letter = entry[2]
                local function add(name, value)
                  letter[#letter + 1] = name
                  letter[#letter + 1] = tostring(value)
                end
                add('cause', cause)
                add('reason', reason)
                add('seen', string.match(id, '^%d+'))
                add('receives', receives)
                local most, mostBytes, added = tonumber(ARGV[3]), tonumber(ARGV[4]), size(letter)
                local kept = redis.call('XLEN', KEYS[3])
                local bytes = kept == 0 and 0 or tonumber(redis.call('GET', KEYS[4]) or 0)
                while ARGV[5] == '1' and added <= mostBytes and kept > 0
                    and (kept >= most or bytes + added > mostBytes) do
                  local oldest = redis.call('XRANGE', KEYS[3], '-', '+', 'COUNT', 1)[1]
                  redis.call('XDEL', KEYS[3], oldest[1])
                  bytes = bytes - size(oldest[2])
                  kept = kept - 1
                  dropped = dropped + 1
                end
                if kept >= most or bytes + added > mostBytes then
                  redis.call('XCLAIM', KEYS[1], ARGV[1], 'refused', 0, id, 'IDLE', 0, 'JUSTID')
                  return {id, 'full', cause, reason, dropped}
                end
                redis.call('XADD', KEYS[3], '*', unpack(letter))
                redis.call('SET', KEYS[4], bytes + added)
              end
              redis.call('XACK', KEYS[1], ARGV[1], id)
              redis.call('XDEL', KEYS[1], id)
              redis.call('HDEL', KEYS[2], id)
              return {id, 'aside', cause, reason, dropped}
            end
            """;

    /**
     * Consumer, silence in ms, count → two lists: id, receives, failures and body of each entry claimed;
     * and what became of those that had no chance left. Not XAUTOCLAIM, which doesn't tell how often an
     * entry was handed out. An entry counts as abandoned where its consumer has been silent too: one that
     * lives, and could not settle an entry, did nothing to it. Half the time tells, since a consumer that
     * has entries speaks four times as often.
     */
    static final RedisScript CLAIM = new RedisScript(BURY + """
            local consumer, silence = ARGV[6], tonumber(ARGV[7])
            local idle = nil
            local function dead(name)
              if name == 'refused' or name == consumer then return false end
              if not idle then
                idle = {}
                for _, reply in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
                  local it = {}
                  for i = 1, #reply, 2 do it[reply[i]] = reply[i + 1] end
                  idle[it.name] = it.idle
                end
              end
              return not idle[name] or idle[name] * 2 > silence
            end
            local claimed, buried = {}, {}
            for _, pending in ipairs(redis.call('XPENDING', KEYS[1], ARGV[1], 'IDLE', silence, '-', '+', ARGV[8])) do
              local id, receives = pending[1], pending[4]
              local entry = redis.call('XRANGE', KEYS[1], id, id)[1]
              local cause = 'FAILED'
              if entry and dead(pending[2]) then
                cause = 'ABANDONED'
                failed(id, 'its consumer fell silent')
              end
              local count, reason = failures(id)
              if not entry then
                redis.call('XACK', KEYS[1], ARGV[1], id)
                redis.call('HDEL', KEYS[2], id)
              elseif count >= tonumber(ARGV[2]) then
                buried[#buried + 1] = bury(id, receives, cause, reason)
              else
                redis.call('XCLAIM', KEYS[1], ARGV[1], consumer, 0, id)
                local body = ''
                for i = 1, #entry[2], 2 do
                  if entry[2][i] == 'body' then body = entry[2][i + 1] end
                end
                claimed[#claimed + 1] = id
                claimed[#claimed + 1] = receives + 1
                claimed[#claimed + 1] = count
                claimed[#claimed + 1] = body
              end
            end
            return {claimed, buried}
            """, ScriptOutputType.MULTI);

    /** Consumer, id, silence in ms, reason → what became of it where that was its last chance, else nothing. */
    static final RedisScript FAIL = new RedisScript(BURY + """
            local id = ARGV[7]
            local pending = redis.call('XPENDING', KEYS[1], ARGV[1], id, id, 1, ARGV[6])[1]
            if not pending then return {} end
            if failed(id, ARGV[9]) >= tonumber(ARGV[2]) then return bury(id, pending[4], 'FAILED', ARGV[9]) end
            redis.call('XCLAIM', KEYS[1], ARGV[1], 'refused', 0, id, 'IDLE', ARGV[8], 'JUSTID')
            return {}
            """, ScriptOutputType.MULTI);

    /** Id, cause, reason → what became of it. */
    static final RedisScript SET_ASIDE = new RedisScript(BURY + """
            local pending = redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[6], ARGV[6], 1)[1]
            return bury(ARGV[6], pending and pending[4] or 0, ARGV[7], ARGV[8])
            """, ScriptOutputType.MULTI);

    private StreamScripts() {}
}
