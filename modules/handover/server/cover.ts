import { html, raw } from 'hono/html'
import { formatAddress } from '#lib/address.ts'
import { formatDay } from '#lib/days.ts'
import type { Letterhead } from '#lib/pdf/letterhead.ts'
import { createPaper } from '#lib/pdf/paper.ts'
import { formatNumber } from '#lib/numbers.ts'
import type { IndexedKind, Making } from './contents.ts'

/** What the cover says, on paper and in the index. */
export interface Cover {
  readonly title: string
  readonly company: Letterhead
  /** Who it is handed to, by their logo if there is one. */
  readonly customer: Letterhead
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly kinds: readonly (IndexedKind & { readonly count: number })[]
}

/** A picture that was sent as a data URL. */
export function pictureIn(url: string | null): Letterhead['logo'] {
  const [, mime, data] = /^data:(image\/(?:png|jpeg));base64,(.+)$/.exec(url ?? '') ?? []
  if (!mime || !data) return null
  return { mime, bytes: Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)) }
}

export function coverOf({ handover, project, letterhead }: Making, kinds: Cover['kinds'], day: string): Cover {
  const { address, customer_name, number, name } = project
  return {
    title: handover.title,
    company: letterhead,
    customer: { company: customer_name, logo: pictureIn(handover.logo) },
    facts: [
      ['Job', `${number} ${name}`],
      ['Address', address ? formatAddress(address) : ''],
      ['Customer', customer_name],
      ['Date', formatDay(day)],
      ['Made by', `${handover.user_name}, ${letterhead.company}`],
    ],
    kinds,
  }
}

export async function coverPdf({ title, company, customer, facts, kinds }: Cover): Promise<Uint8Array> {
  const paper = await createPaper(title, company)
  paper.letterhead()
  paper.space(120)
  paper.write(title, { size: 28, bold: true, gap: 24 })
  for (const [label, value] of facts) if (value) paper.row([label, value], [0.2, 0.8], { size: 12, gap: 4 })
  paper.space(36)
  paper.letterhead(customer)
  paper.space(24)
  for (const { label, count } of kinds) paper.row([label, formatNumber(count)], [0.2, 0.8], { size: 10, quiet: true })
  return paper.finish(`${company.company} · ${title}`)
}

const nameOf = (logo: NonNullable<Letterhead['logo']>, of: string) =>
  `${of}.${logo.mime === 'image/png' ? 'png' : 'jpg'}`

/** Writes index.html and what it shows beside the records; those are in their scripts already. */
export async function writeIndex(making: Making, cover: Cover, { script, style }: { script: string; style: string }) {
  const { write, scripts } = making
  const logo = async ({ company, logo: picture }: Letterhead, of: string) => {
    const path = picture && (await write(['data'], nameOf(picture, of), picture.bytes))
    return path ? html`<img src="${path}" alt="${company}" />` : html`<strong>${company}</strong>`
  }
  const kinds = cover.kinds.map(({ key, label, columns, csv }) => ({ key, label, columns, csv }))
  const begin = `window.handover = {
  title: ${JSON.stringify(cover.title)},
  kinds: ${JSON.stringify(kinds)},
  records: {},
  add: function (kind, records) { this.records[kind] = (this.records[kind] || []).concat(records) },
}\n`
  const sources = [await write(['data'], 'contents.js', begin), ...scripts, await write(['data'], 'viewer.js', script)]
  const sheet = await write(['data'], 'viewer.css', style)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${cover.title}</title>
        <link rel="stylesheet" href="${sheet}" />
      </head>
      <body>
        <header>
          <a href="#">${cover.title}</a>
          <label
            ><input id="search" type="search" placeholder="Search everything" aria-label="Search everything"
          /></label>
        </header>
        <div class="layout">
          <nav aria-label="Contents"><ul id="kinds"></ul></nav>
          <main>
            <section id="cover">
              <div class="logos">
                <div>${await logo(cover.company, 'company')}</div>
                <div>${await logo(cover.customer, 'customer')}</div>
              </div>
              <h1>${cover.title}</h1>
              <dl>
                ${cover.facts.map(([label, value]) =>
                  value
                    ? html`<dt>${label}</dt>
                        <dd>${value}</dd>`
                    : '',
                )}
              </dl>
            </section>
            <section id="page" aria-live="polite"></section>
          </main>
        </div>
        ${raw(sources.map((source) => `<script src="${encodeURI(source)}"></script>`).join('\n'))}
      </body>
    </html>`
  await write([], 'index.html', String(await page))
}
