import { dayIn, type Day } from '#lib/days.ts'
import { tooLarge } from '#lib/file-size.ts'
import { companySettings, type CompanySetting } from './entities.ts'

interface Settings {
  cached(entity: typeof companySettings): Promise<readonly Pick<CompanySetting, 'time_zone'>[]>
}

/** What PDFs and all mail programs can show. */
export const LOGO_TYPES: readonly string[] = ['image/png', 'image/jpeg']
/** In bytes: it is in every mail and on the first page that anyone sees. */
export const MOST_LOGO_BYTES = 1024 * 1024

/** What is wrong with a file as the company's logo; null if it can be used (rule company-logo). */
export function logoProblem({ mime, size }: { readonly mime: string; readonly size: number }): string | null {
  if (!LOGO_TYPES.includes(mime)) return 'The logo must be a PNG or JPEG picture.'
  return size > MOST_LOGO_BYTES ? tooLarge(MOST_LOGO_BYTES) : null
}

/** The company's time zone, an IANA name. */
export async function zoneOf(settings: Settings): Promise<string> {
  const [company] = await settings.cached(companySettings)
  return company?.time_zone ?? 'America/Los_Angeles'
}

/** The company's day at the time of a request: in its evening, the day in UTC is the next one. */
export const todayOf = async (settings: Settings & { readonly now: string }): Promise<Day> =>
  dayIn(await zoneOf(settings), new Date(settings.now))
