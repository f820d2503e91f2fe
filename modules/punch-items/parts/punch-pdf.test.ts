import { expect, test } from 'vitest'
import { pagesOf } from '../../../tests/stock-reader.ts'
import type { PunchItem } from '../entities.ts'
import { punchPdf } from './punch-pdf.ts'

/** An item with the fields that are printed; the others are not read. */
const item = (part: Partial<PunchItem>) =>
  ({
    id: 1,
    number: 1,
    title: 'Outlet cover missing',
    description: null,
    location: 'Stage',
    trade: null,
    priority: 'high',
    due_date: null,
    assigned_name: null,
    rejected_reason: null,
    photo_ids: { before: null, after: null },
    ...part,
  }) as PunchItem

test('a stock reader finds the items of each person on pages of their own', async () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    item({ number: at + 1, title: `Item ${at}`, assigned_name: 'Kim Tran', description: 'Replace it.' }),
  )
  const bytes = await punchPdf(
    { urlOf: (path) => path },
    {
      project: { number: '26-041', name: 'Canyon Lakes' },
      letterhead: { company: 'Three Rivers Electric', logo: null },
      items: [...many, item({ number: 41 })],
    },
  )
  const pages = (await pagesOf(bytes)).map(({ text }) => text)
  const words = pages.join(' ')
  expect(pages.length).toBeGreaterThan(2)
  for (const { title } of many) expect(words).toContain(title)
  expect(pages.at(-1)).toContain('Nobody yet')
  expect(pages.at(-1)).toContain('Outlet cover missing')
  for (const [at, text] of pages.entries()) expect(text).toContain(`Page ${at + 1} of ${pages.length}`)
})
