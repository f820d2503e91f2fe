import { isThorough } from './tier.ts'

/**
 * The one limit of time in tests, in milliseconds: a test that takes longer hangs. In the whole proof some repeat what
 * they do for many minutes. Nothing is measured by the clock, since a busy machine may take any time for anything; how
 * fast something is belongs to `npm run bench`.
 */
export const HANG: number = isThorough ? 3_600_000 : 180_000

/** How long one wait within a test may last, so that the test can still say what it waited for. */
export const PATIENCE = 60_000
