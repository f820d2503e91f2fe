import type { Letterhead } from './letterhead.ts'
import { createPaper } from './paper.ts'
import { printedDay } from './printed-day.ts'

/** What a PDF of a record says beside its title and place. */
export interface Printed {
  /** "RFI 014". */
  readonly name: string
  /** Facts without a value are left out. */
  readonly facts: readonly { readonly label: string; readonly value: string | null | undefined }[]
  /** What stands above its text. */
  readonly head?: string
  readonly text: string | null
}

export interface Reply {
  readonly user_name: string
  readonly created_at: string
  readonly content: string
  readonly official_at: string | null
  /** JPEGs. */
  readonly photos: readonly Uint8Array[]
}

/** What has to be fetched for it. */
export interface Around {
  readonly letterhead: Letterhead
  /** JPEGs. */
  readonly photos: readonly Uint8Array[]
  readonly thread: readonly Reply[]
  /** The time zone that decides the day of a moment, an IANA name; by default this device's. */
  readonly zone?: string
}

/** A PDF of a record and its thread, with their photos; `title` is that of the file, `heading` that on the page. */
export async function recordPdf(
  { title, heading, subtitle }: { title: string; heading: string; subtitle: string },
  { name, facts, head, text }: Printed,
  { letterhead, photos, thread, zone }: Around,
): Promise<Uint8Array> {
  const paper = await createPaper(title, letterhead)
  const { write, fact, photos: place } = paper
  paper.letterhead()
  write(name, { bold: true, quiet: true })
  write(heading, { size: 18, bold: true, gap: 2 })
  write(subtitle, { quiet: true, gap: 10 })
  for (const { label, value } of facts) fact(label, value)
  paper.space(10)
  if (head) write(head, { bold: true })
  if (text) write(text, { gap: 14 })
  place(photos)
  for (const reply of thread) {
    const official = reply.official_at ? ' (official answer)' : ''
    write(`${reply.user_name}, ${printedDay(reply.created_at, zone)}${official}`, { bold: true })
    write(reply.content, { gap: 14 })
    place(reply.photos)
  }
  return paper.finish([letterhead.company, name, subtitle].join(' · '))
}
