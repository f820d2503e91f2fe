import { readdirSync, readFileSync } from 'node:fs'

/** The ids of the processes that decode files for this one, or for another one, where the system tells (Linux). */
export const decodersOf = (parent = process.pid): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      const isOwn = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`)
      return isOwn && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('decode-process')
    } catch {
      // It ended after the folder was read, or is none.
      return false
    }
  })
