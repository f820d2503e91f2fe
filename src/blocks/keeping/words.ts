import type { JobKeeping } from '#core/kept/keeping.ts'
import { deviceName } from '#lib/device.ts'
import { roughSize } from '#lib/file-size.ts'
import { formatRecent } from '#lib/moments.ts'
import { formatNumber } from '#lib/numbers.ts'

/** What of a job is on this device, in one honest line: "all on this phone, 5:40 AM, 84 MB". */
export function keptWords(now: JobKeeping | null): string {
  const here = `on this ${deviceName()}`
  if (!now) return `not kept ${here}`
  const { counts, bytes, missing, wholeAt, state } = now
  const size = bytes ? roughSize(bytes) : ''
  const lacking = counts.filter((count) => count.here < count.of)
  if (!lacking.length && wholeAt !== null)
    return [`all ${here}`, formatRecent(wholeAt), size].filter(Boolean).join(', ')
  if (state === 'ask') return `not ${here} yet, about ${roughSize(missing)}`
  const parts = lacking.map(
    ({ noun, here: count, of }) =>
      `${formatNumber(count, 0, 0)} of ${formatNumber(of, 0, 0)} ${noun[of === 1 ? 0 : 1]}`,
  )
  return [parts.join(' and '), endings[state], size].filter(Boolean).join(', ')
}

const endings: Readonly<Record<JobKeeping['state'], string>> = {
  rest: 'not checked yet',
  busy: 'the rest is coming',
  waiting: 'waiting for Wi-Fi',
  away: 'waiting for a connection',
  ask: '',
  declined: 'the rest was declined',
  full: 'no room for the rest',
  failed: 'the rest could not be fetched yet',
}
