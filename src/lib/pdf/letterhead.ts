import type { PDFDocument, PDFImage } from 'pdf-lib'

/** What stands at the top of every PDF: the company's name, or its logo. */
export interface Letterhead {
  readonly company: string
  readonly logo: { readonly bytes: Uint8Array; readonly mime: string } | null
}

/** The logo as a PDF has it; null without one, or for a picture that cannot be read: then the name stands alone. */
export async function logoIn(file: PDFDocument, logo: Letterhead['logo']): Promise<PDFImage | null> {
  if (!logo) return null
  const embedded = logo.mime === 'image/png' ? file.embedPng(logo.bytes) : file.embedJpg(logo.bytes)
  return embedded.catch(() => null)
}
