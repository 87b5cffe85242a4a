-- For wrk: each request solves the next of the scrambles in the file that GYRE_SCRAMBLES names, and
-- an answer without a solution counts as an error. bench/serve_load starts it.
local scrambles = {}
local thread_number = 0

function setup(thread)
  thread:set("first", thread_number * 97)
  thread_number = thread_number + 1
end

function init(args)
  for line in io.lines(os.getenv("GYRE_SCRAMBLES")) do
    scrambles[#scrambles + 1] = line
  end
  next_scramble = first
  wrong = 0
end

function request()
  next_scramble = next_scramble + 1
  local body = '{"kind":"solve","puzzle":"3x3x3","position":"'
    .. scrambles[next_scramble % #scrambles + 1] .. '"}'
  return wrk.format("POST", "/v1/jobs?wait=true", {["Content-Type"] = "application/json"}, body)
end

function response(status, headers, body)
  if status ~= 200 or not body:find('"state":"finished"', 1, true)
    or not body:find('"solution":"', 1, true) then
    wrong = wrong + 1
    wrk.thread:set("wrong", wrong)
  end
end

local threads = {}
local setup_before = setup
function setup(thread)
  setup_before(thread)
  threads[#threads + 1] = thread
end

function done(summary, latency, requests)
  local all_wrong = 0
  for _, thread in ipairs(threads) do all_wrong = all_wrong + (thread:get("wrong") or 0) end
  local e = summary.errors
  io.write(string.format(
    "requests %d  a second %.0f  p50 %.1f ms  p99 %.1f ms  worst %.1f ms  wrong answers %d  errors %d\n",
    summary.requests, summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, latency.max / 1e3, all_wrong,
    e.connect + e.read + e.write + e.status + e.timeout))
end
