package dev.postern.replay.redis;

import dev.postern.redis.RedisScript;
import io.lettuce.core.ScriptOutputType;

/**
 * The steps that must not be torn apart. KEYS: what the keys of all replays begin with, which is in one slot of a
 * cluster with all of them. Under it:
 *
 * <ul>
 *   <li>{@code :run:<id>}, a hash: the replay, and while it runs its query, place, intended batch and holder;
 *   <li>{@code :awaited:<id>}, a sorted set: attempts by the time of the next look;
 *   <li>{@code :running}, a sorted set: the replays that run, by the time from which anybody may take them;
 *   <li>{@code :running-of:<owner>}, a set: those of a tenant; {@code <owner>} is {@code t:<tenant>}, or empty;
 *   <li>{@code :list} and {@code :list-of:<owner>}, sorted sets: replays by the time of their start.
 * </ul>
 */
final class ReplayScripts {

    private static final String COMMON = """
            local base = KEYS[1]
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            local function at(ms) return string.format('%.0f', now + tonumber(ms)) end
            local function run(id) return base .. ':run:' .. id end
            local function owner(id) return redis.call('HGET', run(id), 'owner') or '' end
            local function held(id, token) return redis.call('HGET', run(id), 'token') == token end
            local function running(id) return redis.call('HGET', run(id), 'status') == 'RUNNING' end
            local function finish(id, status, finished, fault, keep)
              redis.call('ZREM', base .. ':running', id)
              redis.call('SREM', base .. ':running-of:' .. owner(id), id)
              redis.call('HSET', run(id), 'status', status, 'finished', finished)
              if fault ~= '' then redis.call('HSET', run(id), 'fault', fault) end
              redis.call('HDEL', run(id), 'query', 'filter', 'batch', 'place')
              redis.call('DEL', base .. ':awaited:' .. id)
              redis.call('PEXPIRE', run(id), keep)
            end
            """;

    private static final String READ = """
            local function read(id)
              local found = redis.call('HMGET', run(id), 'tenant', 'status', 'planned', 'queued', 'skipped',
                'succeeded', 'failed', 'created', 'finished', 'fault')
              if not found[2] then return nil end
              local values = {id}
              for i = 1, 10 do values[i + 1] = found[i] or '' end
              return values
            end
            """;

    /** What an answer begins with that ends with an id. */
    static final String SAME = "same ";

    /**
     * ARGV: owner, filter, running per owner, running, running for such an owner. What stands in the way: nothing, or
     * {@code owner} where the owner has no room, or {@code all} where nobody like it has, or {@link #SAME} and the id of
     * the owner's that has the filter. A replay whose hash is lost leaves its place.
     */
    private static final String OBSTACLE = COMMON + """
            local mine, filter = ARGV[1], ARGV[2]
            local function counted(owner)
              local same, count = nil, 0
              for _, id in ipairs(redis.call('SMEMBERS', base .. ':running-of:' .. owner)) do
                if not running(id) then
                  redis.call('SREM', base .. ':running-of:' .. owner, id)
                  redis.call('ZREM', base .. ':running', id)
                else
                  count = count + 1
                  if redis.call('HGET', run(id), 'filter') == filter then same = id end
                end
              end
              return count, same
            end
            local function obstacle()
              local own, same = counted(mine)
              if same then return 'same ' .. same end
              if own >= tonumber(ARGV[3]) then return 'owner' end
              local all = redis.call('ZCARD', base .. ':running')
              if all >= tonumber(ARGV[4]) then return 'all' end
              if mine ~= '' and all - redis.call('SCARD', base .. ':running-of:') >= tonumber(ARGV[5]) then
                return 'all'
              end
              return ''
            end
            """;

    /** What {@link #CREATE} would answer. */
    static final RedisScript ROOM = new RedisScript(OBSTACLE + "return obstacle()\n", ScriptOutputType.VALUE);

    /** As above, then id, tenant or nothing, planned, created in ms, query, kept → what stands in the way. */
    static final RedisScript CREATE = new RedisScript(OBSTACLE + """
            local id, created = ARGV[6], ARGV[9]
            if redis.call('EXISTS', run(id)) == 1 then return '' end
            local obstacle = obstacle()
            if obstacle ~= '' then return obstacle end
            redis.call('HSET', run(id), 'owner', mine, 'tenant', ARGV[7], 'status', 'RUNNING', 'planned', ARGV[8],
              'queued', 0, 'skipped', 0, 'succeeded', 0, 'failed', 0, 'faults', 0, 'created', created,
              'query', ARGV[10], 'filter', filter)
            redis.call('ZADD', base .. ':running', at(0), id)
            redis.call('SADD', base .. ':running-of:' .. mine, id)
            local lists = {base .. ':list', base .. ':list-of:' .. mine}
            for _, list in ipairs(lists) do
              redis.call('ZADD', list, created, id)
              for _, old in ipairs(redis.call('ZRANGE', list, 0, 19)) do
                if redis.call('EXISTS', run(old)) == 0 then redis.call('ZREM', list, old) end
              end
            end
            local beyond = redis.call('ZCARD', lists[2]) - tonumber(ARGV[11])
            if beyond > 0 then
              for _, old in ipairs(redis.call('ZRANGE', lists[2], 0, beyond - 1)) do
                if not running(old) then
                  redis.call('DEL', run(old))
                  redis.call('ZREM', lists[1], old)
                  redis.call('ZREM', lists[2], old)
                end
              end
            end
            return ''
            """, ScriptOutputType.VALUE);

    /** Id → its values, or nothing. */
    static final RedisScript RETRIEVE =
            new RedisScript(COMMON + READ + "return read(ARGV[1]) or {}\n", ScriptOutputType.MULTI);

    /**
     * List, how many, time in ms and id of the place, or nothing → the values of each behind the place; last,
     * whether there are others.
     */
    static final RedisScript LIST = new RedisScript(COMMON + READ + """
            local list, need, from, place = base .. ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
            local found, offset = {}, 0
            while #found < need do
              local ids = redis.call('ZREVRANGEBYSCORE', list, from == '' and '+inf' or from, '-inf',
                'WITHSCORES', 'LIMIT', offset, 100)
              if #ids == 0 then break end
              for i = 1, #ids, 2 do
                local values = read(ids[i])
                if not values then
                  redis.call('ZREM', list, ids[i])
                else
                  offset = offset + 1
                  if #found < need and (from == '' or tonumber(ids[i + 1]) < tonumber(from) or ids[i] < place) then
                    found[#found + 1] = values
                  end
                end
              end
            end
            local behind = from ~= '' and redis.call('ZCOUNT', list, '(' .. from, '+inf')
              + (redis.call('ZSCORE', list, place) and 1 or 0) or 0
            found[#found + 1] = {tostring(behind)}
            return found
            """, ScriptOutputType.MULTI);

    /** Id, finished in ms, how long to keep it in ms → 1, or 0 where it doesn't run. */
    static final RedisScript CANCEL = new RedisScript(COMMON + """
            if not running(ARGV[1]) then return 0 end
            finish(ARGV[1], 'CANCELLED', ARGV[2], '', ARGV[3])
            return 1
            """, ScriptOutputType.INTEGER);

    /** Lease in ms, token → the values of the one that waits longest, and what its holder has to know; or nothing. */
    static final RedisScript RECEIVE = new RedisScript(COMMON + READ + """
            local id = redis.call('ZRANGEBYSCORE', base .. ':running', '-inf', at(0), 'LIMIT', 0, 1)[1]
            if not id then return {} end
            local values = read(id)
            if not values then
              redis.call('ZREM', base .. ':running', id)
              return {}
            end
            redis.call('ZADD', base .. ':running', at(ARGV[1]), id)
            redis.call('HSET', run(id), 'token', ARGV[2])
            local more = redis.call('HMGET', run(id), 'query', 'place', 'walked', 'batch', 'faults')
            for i = 1, 5 do values[#values + 1] = more[i] or '' end
            return values
            """, ScriptOutputType.MULTI);

    /** Id, token, lease in ms → 2 while it runs, 1 where it has ended, 0 where it is another's. */
    static final RedisScript KEEP = new RedisScript(COMMON + """
            if not held(ARGV[1], ARGV[2]) then return 0 end
            if not running(ARGV[1]) then return 1 end
            redis.call('ZADD', base .. ':running', 'XX', at(ARGV[3]), ARGV[1])
            return 2
            """, ScriptOutputType.INTEGER);

    /** Id, token, batch → 1, or 0 where it may not be. */
    static final RedisScript INTEND = new RedisScript(COMMON + """
            if not held(ARGV[1], ARGV[2]) or not running(ARGV[1]) then return 0 end
            redis.call('HSET', run(ARGV[1]), 'batch', ARGV[3])
            return 1
            """, ScriptOutputType.INTEGER);

    /**
     * Id, token, place, end or nothing, skipped, delay in ms, attempts → 1, or 0 where it is another's. A connection that is
     * made anew says again what was not answered: the second time counts nothing.
     */
    static final RedisScript RECORD = new RedisScript(COMMON + """
            local id = ARGV[1]
            if not held(id, ARGV[2]) then return 0 end
            if redis.call('HGET', run(id), 'recorded') == ARGV[2] then return 1 end
            redis.call('HSET', run(id), 'recorded', ARGV[2])
            redis.call('HINCRBY', run(id), 'queued', #ARGV - 6)
            redis.call('HINCRBY', run(id), 'skipped', ARGV[5])
            if not running(id) then return 1 end
            redis.call('HSET', run(id), 'place', ARGV[3], 'walked', ARGV[4])
            redis.call('HDEL', run(id), 'batch')
            for i = 7, #ARGV do redis.call('ZADD', base .. ':awaited:' .. id, at(ARGV[6]), ARGV[i]) end
            return 1
            """, ScriptOutputType.INTEGER);

    /** Id, token, how many → the attempts whose time has come. */
    static final RedisScript DUE = new RedisScript(COMMON + """
            if not held(ARGV[1], ARGV[2]) or not running(ARGV[1]) then return {} end
            return redis.call('ZRANGEBYSCORE', base .. ':awaited:' .. ARGV[1], '-inf', at(0), 'LIMIT', 0, ARGV[3])
            """, ScriptOutputType.MULTI);

    /** Id, token, how many succeeded, failed and were given up, then these, then each open one and its delay in ms. */
    static final RedisScript SETTLE = new RedisScript(COMMON + """
            local id, awaited = ARGV[1], base .. ':awaited:' .. ARGV[1]
            if not held(id, ARGV[2]) or not running(id) then return 0 end
            local last = 5
            local function forget(count)
              local gone = 0
              for i = last + 1, last + tonumber(count) do gone = gone + redis.call('ZREM', awaited, ARGV[i]) end
              last = last + tonumber(count)
              return gone
            end
            redis.call('HINCRBY', run(id), 'succeeded', forget(ARGV[3]))
            redis.call('HINCRBY', run(id), 'failed', forget(ARGV[4]))
            forget(ARGV[5])
            for i = last + 1, #ARGV, 2 do redis.call('ZADD', awaited, 'XX', at(ARGV[i + 1]), ARGV[i]) end
            return 1
            """, ScriptOutputType.INTEGER);

    /** Id, token, pause in ms, whether a fault was the reason. */
    static final RedisScript GIVE_BACK = new RedisScript(COMMON + """
            local id = ARGV[1]
            if not held(id, ARGV[2]) then return 0 end
            redis.call('HDEL', run(id), 'token')
            if ARGV[4] == '1' then
              redis.call('HINCRBY', run(id), 'faults', 1)
            else
              redis.call('HSET', run(id), 'faults', 0)
            end
            redis.call('ZADD', base .. ':running', 'XX', at(ARGV[3]), id)
            return 1
            """, ScriptOutputType.INTEGER);

    /** Id, token, status, finished in ms, fault or nothing, how long to keep it in ms. */
    static final RedisScript FINISH = new RedisScript(COMMON + """
            if not held(ARGV[1], ARGV[2]) or not running(ARGV[1]) then return 0 end
            finish(ARGV[1], ARGV[3], ARGV[4], ARGV[5], ARGV[6])
            return 1
            """, ScriptOutputType.INTEGER);

    private ReplayScripts() {}
}
