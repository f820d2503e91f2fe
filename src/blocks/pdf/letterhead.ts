import type { PDFDocument, PDFImage } from 'pdf-lib'
import type { Services } from '../services/services.tsx'

/** What stands at the top of every PDF: the company's name, or its logo. */
export interface Letterhead {
  readonly company: string
  readonly logo: { readonly bytes: Uint8Array; readonly mime: string } | null
}

/** Fetches the logo. Without it, or where it cannot be had, such as without a connection, the name stands alone. */
export async function letterheadOf({ settings }: Pick<Services, 'settings'>): Promise<Letterhead> {
  const { company_name: company, logo_url } = settings.peek()
  if (!logo_url) return { company, logo: null }
  const answer = await fetch(logo_url).catch(() => null)
  if (!answer?.ok) return { company, logo: null }
  const mime = answer.headers.get('content-type') ?? ''
  return { company, logo: { bytes: new Uint8Array(await answer.arrayBuffer()), mime } }
}

/** The logo as a PDF has it; null without one, or for a picture that cannot be read: then the name stands alone. */
export async function logoIn(file: PDFDocument, logo: Letterhead['logo']): Promise<PDFImage | null> {
  if (!logo) return null
  const embedded = logo.mime === 'image/png' ? file.embedPng(logo.bytes) : file.embedJpg(logo.bytes)
  return embedded.catch(() => null)
}
