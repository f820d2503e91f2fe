import type { TestProject } from 'vitest/node'
import { clockOffset } from './today.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How far the tests' clock is from the real one, in milliseconds. */
    clockOffset: number
    /** When the run began, by the tests' clock. */
    clockStart: number
  }
}

/** When the run began, by the tests' clock: the company that tests copy is seeded by it. */
export const clockStart: number = Date.now() + clockOffset

/** Decides the time of a run once, before its workers and pages start. */
export default function setup({ provide }: TestProject): void {
  provide('clockOffset', clockOffset)
  provide('clockStart', clockStart)
}
