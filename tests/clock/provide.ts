import type { TestProject } from 'vitest/node'
import { clockOffset } from './today.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How far the tests' clock is from the real one, in milliseconds. */
    clockOffset: number
  }
}

/** Decides the time of a run once, before its workers and pages start. */
export default function setup({ provide }: TestProject): void {
  provide('clockOffset', clockOffset)
}
