/**
 * What stands before both scripts, and what they ask of a record: nothing where it is missing or expired, else its version; "" where it was not written
 * by this package. A record is its version, a space, when it expires or nothing, a line feed, and the JSON text. What
 * stands before the key in a record's name is found in the index's, because a client may put a prefix of its own before
 * names, and not before arguments.
 */
export const RECORD_LUA = `local now = tonumber(ARGV[1])
local values = string.sub(KEYS[1], 1, -5) .. 'value:'
local function version_of(name)
  local head = redis.pcall('GETRANGE', name, 0, 255)
  if head == '' then return nil end
  if type(head) ~= 'string' then return '' end
  local version, expires = string.match(head, '^(%S+) (%S*)\\n')
  if version and expires ~= '' and tonumber(expires) <= now then return nil end
  return version or ''
end
`;

/**
 * Commits. KEYS: the index, the index of expiries, a record per change. ARGV: now, then five per change: the key; the guard,
 * "" for none, "-" for no record, "=" and the version; the record, "" to remove it; when it expires or ""; the milliseconds
 * that Redis keeps it or "". Answers with which change lost, from 0, or -1, then with 1 or 0 for whether a change's record
 * was there. A client that sends a commit again after its connection broke is told that it was done. Both indexes are
 * looked at before anything is written: what fails after that would leave half of it.
 */
export const COMMIT_LUA = `local result, size, lost = {-1}, #KEYS - 2, nil
for i = 1, size do
  local at = 5 * i - 3
  local guard, present = ARGV[at + 1], version_of(KEYS[i + 2])
  if present and present ~= '' and string.match(ARGV[at + 2], '^%S+') == present then
    for j = 1, size do result[j + 1] = 1 end
    return result
  end
  if guard ~= '' and guard ~= (present and '=' .. present or '-') then lost = lost or i end
  result[i + 1] = present and 1 or 0
end
if lost then return {lost - 1} end
redis.call('ZCARD', KEYS[1])
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', 0, 100)) do
  if not version_of(values .. key) then
    redis.call('DEL', values .. key)
    redis.call('ZREM', KEYS[1], key)
  end
  redis.call('ZREM', KEYS[2], key)
end
for i = 1, size do
  local at = 5 * i - 3
  local key, record, expires, keep = ARGV[at], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4]
  if record == '' then
    redis.call('DEL', KEYS[i + 2])
    redis.call('ZREM', KEYS[1], key)
  else
    if keep == '' then redis.call('SET', KEYS[i + 2], record)
    else redis.call('SET', KEYS[i + 2], record, 'PX', keep) end
    redis.call('ZADD', KEYS[1], 0, key)
  end
  if expires == '' then redis.call('ZREM', KEYS[2], key)
  else redis.call('ZADD', KEYS[2], expires, key) end
end
return result`;

/**
 * Lists. KEYS: the index. ARGV: now, the prefix, the cursor or "", how many keys to look at. Answers with the key to go on
 * from, or "", and the live keys, each behind an "=", which keeps a client from taking one such as "12" for a number. Takes
 * keys out of the index whose record Redis has let go of.
 */
export const LIST_LUA = `local from = '[' .. ARGV[2]
if ARGV[3] ~= '' and ARGV[3] >= ARGV[2] then from = '(' .. ARGV[3] end
local found = redis.call('ZRANGEBYLEX', KEYS[1], from, '(' .. ARGV[2] .. '\\255', 'LIMIT', 0, ARGV[4])
local result = {''}
if #found == tonumber(ARGV[4]) then result[1] = '=' .. found[#found] end
for _, key in ipairs(found) do
  if version_of(values .. key) then result[#result + 1] = '=' .. key
  elseif redis.call('EXISTS', values .. key) == 0 then redis.call('ZREM', KEYS[1], key) end
end
return result`;
