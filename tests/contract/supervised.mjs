// Supervises a program, without the pauses that a server gets.
import { supervise } from '../../src/supervise.mjs'

const stop = supervise(process.execPath, process.argv.slice(2), { again: true, env: process.env, firstWait: 10 })
process.on('SIGTERM', () => stop('SIGTERM'))
