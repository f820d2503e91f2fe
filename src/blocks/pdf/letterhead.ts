import type { Letterhead } from '#lib/pdf/letterhead.ts'
import type { Services } from '../services/services.tsx'

/** Fetches the logo. Without it, or where it cannot be had, such as without a connection, the name stands alone. */
export async function letterheadOf({ settings }: Pick<Services, 'settings'>): Promise<Letterhead> {
  const { company_name: company, logo_url } = settings.peek()
  if (!logo_url) return { company, logo: null }
  const answer = await fetch(logo_url).catch(() => null)
  if (!answer?.ok) return { company, logo: null }
  const mime = answer.headers.get('content-type') ?? ''
  return { company, logo: { bytes: new Uint8Array(await answer.arrayBuffer()), mime } }
}
