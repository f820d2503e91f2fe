/**
 * Runs in the server before it: tells the longest stretch for which its event loop came to nobody else, in milliseconds of
 * the processor, which a busy machine does not lengthen. Each SIGUSR2 writes it to the file of PIECES, and begins anew.
 */
import { writeFileSync } from 'node:fs'

const file = process.env.PIECES
const processorTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let [longest, last] = [0, processorTime()]
setInterval(() => {
  const now = processorTime()
  longest = Math.max(longest, now - last)
  last = now
}, 1).unref()
if (file !== undefined)
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(longest))
    longest = 0
    last = processorTime()
  })
