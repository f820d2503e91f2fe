import { formatNumber } from '#lib/numbers.ts'
import type { Fared, WebhookDelivery } from '../entities.ts'

const SECOND = 1000

/** How long an answer took: `184 ms`, `5.0 s`. */
export const durationOf = (ms: number): string =>
  ms < SECOND ? `${formatNumber(ms)} ms` : `${formatNumber(ms / SECOND, 1, 1)} s`

/** Whether it was tried, and not taken. */
export const hasFailed = ({ state, tries }: Pick<WebhookDelivery, 'state' | 'tries'>): boolean =>
  state === 'failed' || (state === 'waiting' && tries > 0)

/** How it went, in a word. */
export const resultOf = (delivery: Pick<WebhookDelivery, 'state' | 'tries'>): string =>
  delivery.state === 'done' ? 'Taken' : hasFailed(delivery) ? 'Failed' : 'Waiting'

/** How a webhook fared, in words: `412 in 7 days, 3 failed`. */
export const faredText = ({ tried, failed }: Fared): string =>
  `${formatNumber(tried)} in 7 days, ${failed ? `${formatNumber(failed)} failed` : 'none failed'}`
