import { expect, test } from 'vitest'
import { pagesOf } from '../../../tests/stock-reader.ts'
import type { ExtraWork } from '../entities.ts'
import { ticketPdf } from '../ticket-pdf.ts'

/** A ticket with the fields that are printed; the others are not read. */
const ticket = (part: Partial<ExtraWork>) =>
  ({
    number: 7,
    title: 'Move three floor boxes',
    description: 'The shelving changed.',
    date: '2026-11-19',
    project_number: '26-041',
    project_name: 'Canyon Lakes',
    user_name: 'Luis Ortega',
    asked_by_name: 'Dana Whitfield',
    people: [
      { name: 'Luis Ortega', trade: 'Journeyman', hours: 4.5, kind: 'regular' },
      { name: 'Kim Tran', trade: null, hours: 2, kind: 'double' },
    ],
    materials: [{ kind: 'material', description: 'EMT', quantity: 60, unit: 'ft', price: 1.35 }],
    signature_path: null,
    signed_at: null,
    refused_at: null,
    ...part,
  }) as ExtraWork

const printed = async (part: Partial<ExtraWork>) => {
  const around = { letterhead: { company: 'Three Rivers', logo: null }, customer: 'School District', photos: [] }
  return (await pagesOf(await ticketPdf(ticket(part), around))).map(({ text }) => text).join('\n')
}

test('a stock reader finds company, customer, sums, and who signed', async () => {
  const text = await printed({
    signature_path: 'M 10 10 L 90 90',
    signed_at: '2026-11-19T20:00:00.000Z',
    signed_by: 'Dana Whitfield',
  })
  for (const words of [
    'Three Rivers',
    'School District',
    'Extra work ticket 007',
    '6.50 h',
    'Double time',
    '60 ft',
    '$81.00',
  ])
    expect(text).toContain(words)
  expect(text).toMatch(/Signed\s+Dana Whitfield, /)
})

test('one that nobody signed says so, and one without prices shows no sum', async () => {
  const unpriced = [{ kind: 'material' as const, description: 'EMT', quantity: 60, unit: 'ft', price: null }]
  const text = await printed({ materials: unpriced as ExtraWork['materials'] })
  expect(text).toContain('Not signed')
  expect(text).not.toContain('$')
  const refused = {
    refused_at: '2026-11-19T20:00:00.000Z',
    refused_name: 'Ray Ochoa',
    refused_reason: 'In the contract.',
  }
  expect(await printed(refused)).toContain('Not signed: In the contract. (Ray Ochoa, ')
})
