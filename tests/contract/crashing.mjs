// Says that it serves, and crashes unless it was started after a crash of the last kind it is told.
const [serves, ...crashes] = process.argv.slice(2)
const after = process.env.STARTED_AFTER
process.stdout.write(`started after ${after}\n`)
const next = crashes[after === undefined ? 0 : crashes.lastIndexOf(after) + 1]
const crash = () => {
  if (next === 'SIGKILL') process.kill(process.pid, 'SIGKILL')
  else if (next) process.exit(Number(next.replace('code ', '')))
  else process.stdout.write('stays\n')
}
if (serves === 'serves') process.send('serving', crash)
else crash()
setInterval(() => {}, 1000)
