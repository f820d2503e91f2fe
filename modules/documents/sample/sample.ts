import { sql } from 'kysely'
import type { DraftOf } from '#core/entity/entity.ts'
import { addDays } from '#lib/days.ts'
import type { KeptFile, Sample } from '#server/define-server.ts'
import { contactTypes } from '../../contact-types/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import type { Level } from '../access.ts'
import { copyDefaults } from '../server/copy-defaults.ts'
import {
  defaultDocuments,
  defaultFolderAccess,
  defaultFolders,
  documents,
  documentTexts,
  folders,
} from '../entities.ts'
import { plainPdf, type Line } from './pdf.ts'

const nothing = { project_manager: 'edit', office_staff: 'edit', foreman: 'none', employee: 'none' } as const
const forField = { project_manager: 'edit', office_staff: 'edit', foreman: 'view', employee: 'view' } as const

/** The folders that every new project gets: the one above, the name, and who may do what. */
const tree: readonly [above: string, name: string, access?: Readonly<Record<string, Level>>][] = [
  ['', 'Contracts', nothing],
  ['Contracts', 'Prime contract'],
  ['Contracts', 'Change orders'],
  ['', 'Drawings and permits', forField],
  ['', 'Specifications', forField],
  ['', 'Submittals', forField],
  ['Submittals', 'Gear'],
  ['Submittals', 'Lighting'],
  ['Submittals', 'Panels'],
  ['', 'Safety', { ...forField, foreman: 'edit' }],
  ['', 'Site photos', { ...forField, foreman: 'edit', employee: 'upload' }],
  ['', 'Closeout', forField],
]

const heading = (title: string, sub: string): Line[] => [
  { text: title, size: 18, bold: true },
  { text: sub, size: 10 },
  { text: '' },
]

/** A panel schedule: circuits on both sides, as an electrician reads it. */
function panelSchedule(panel: string, pick: (below: number) => number): Line[][] {
  const loads = [
    'Receptacles 105',
    'Lighting 109',
    'Kitchen hood',
    'Dishwasher',
    'Cooler',
    'Data rack',
    'Stage receptacles',
    'Spare',
  ]
  const rows = Array.from({ length: 21 }, (_, at) => {
    const side = (circuit: number) => {
      const load = loads[pick(loads.length)] ?? 'Spare'
      return [String(circuit), load, load === 'Spare' ? '' : String(360 + pick(12) * 120), '20/1']
    }
    return { cells: [...side(at * 2 + 1), ...side(at * 2 + 2)] }
  })
  return [
    [
      ...heading(`Panel schedule ${panel}`, '120/208 V, 3 phase, 4 wire · Mains 225 A · AIC 22 kA'),
      { cells: ['Ckt', 'Load', 'VA', 'Breaker', 'Ckt', 'Load', 'VA', 'Breaker'], bold: true },
      ...rows,
    ],
    [
      ...heading('Notes', panel),
      { text: '1. Label every circuit by room and use.' },
      { text: '2. Torque lugs to 250 in-lb and record it.' },
    ],
  ]
}

const letter = (title: string, sub: string, ...paragraphs: string[]): Line[][] => [
  [...heading(title, sub), ...paragraphs.flatMap((text) => [{ text }, { text: '' }])],
]

export const sample: Sample = {
  after: ['projects', 'users', 'contact-types', 'messages', 'rfis', 'daily-logs', 'attachments'],
  async seed(ctx, { pick, keepFile }) {
    const { save, all } = ctx
    const today = await todayOf(ctx)
    const people = await all(users)
    const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? 1
    const [manager, office, foreman] = ['manager', 'office', 'foreman'].map((name) => idOf(`${name}@plumbline.test`))
    const [architect] = await all(contactTypes)
    const texts = new Map<string, string>()
    const pdf = async (name: string, pages: Line[][]) => {
      const file = await keepFile(name, 'application/pdf', plainPdf(pages))
      texts.set(
        file.path,
        pages.flatMap((lines) => lines.map(({ text, cells }) => text ?? cells?.join(' ') ?? '')).join('\n'),
      )
      return file
    }

    const made = new Map<string, number>()
    for (const [at, [above, name, access]] of tree.entries()) {
      const { id } = await save(defaultFolders, { name, sort: at, parent_id: made.get(above) ?? null })
      made.set(name, id)
      const rules: DraftOf<typeof defaultFolderAccess>[] = Object.entries(access ?? {}).map(([role, level]) => ({
        subject_type: 'role',
        role: role as 'foreman',
        level,
        subject: `role:${role}`,
      }))
      if (architect && (name === 'Submittals' || name === 'Closeout'))
        rules.push({
          subject_type: 'contact_type',
          subject_id: architect.id,
          level: 'view',
          subject: `contact_type:${architect.id}`,
        })
      for (const rule of rules) await save(defaultFolderAccess, { default_folder_id: id, ...rule })
    }
    const checklist = await pdf(
      'Closeout checklist.pdf',
      letter(
        'Closeout checklist',
        'Three Rivers Electric',
        'As-built drawings',
        'O&M manuals',
        'Warranty letters',
        'Insulation and ground tests',
        'Spare parts signed for',
      ),
    )
    const jsa = await pdf(
      'Job safety analysis.pdf',
      letter(
        'Job safety analysis',
        'To be read with the crew before work begins',
        'Task and place',
        'Hazards',
        'What we do about them',
        'Who is told',
      ),
    )
    for (const [folder, file] of [
      ['Closeout', checklist],
      ['Safety', jsa],
    ] as const)
      await save(defaultDocuments, { ...file, default_folder_id: made.get(folder) ?? 0, user_id: manager ?? 1 })

    const active = await all(projects, { archived_at: null })
    const chosen = active.filter((_, at) => [0, 1, 3].includes(at))
    /** Seeding runs no jobs, which would read what documents say. */
    const readAt = async (id: number, project_id: number, content = '') => {
      const text_state = content ? ('read' as const) : ('none' as const)
      await ctx.setDerived(documents, [{ id, text_state }])
      if (content) await save(documentTexts, { project_id, document_id: id, content })
    }
    for (const { id: project_id } of chosen) {
      await copyDefaults(project_id, ctx)
      for (const { id, path } of await all(documents, { project_id })) await readAt(id, project_id, texts.get(path))
    }

    const [first] = chosen
    if (!first) return
    const here = await all(folders, { project_id: first.id })
    const put = async (folder: string, file: KeptFile, { name = file.name, by = manager, days = 3 } = {}) => {
      const folder_id = here.find((one) => one.name === folder)?.id
      if (folder_id === undefined) return
      const { id } = await save(documents, { ...file, name, project_id: first.id, folder_id, user_id: by ?? 1 })
      await readAt(id, first.id, texts.get(file.path))
      // Sample data is older than its creation; everything else has its times from the clock.
      const then = `${addDays(today, -days)}T17:${10 + pick(40)}:00.000Z`
      await ctx.query(sql`update documents set created_at = ${then}, updated_at = ${then} where id = ${id}`)
      await ctx.query(
        sql`update file_versions set created_at = ${then}, user_id = ${by ?? 1} where subject_type = 'document' and subject_id = ${id}`,
      )
    }
    const schedules = await Promise.all(
      ['LP-1', 'LP-2', 'HP-1'].map((panel) => pdf(`${panel} panel schedule.pdf`, panelSchedule(panel, pick))),
    )
    for (const [at, file] of schedules.entries())
      await put('Panels', file, { by: at === 1 ? office : manager, days: 4 + at * 5 })
    const [lp1] = schedules
    if (lp1) await put('Panels', lp1, { name: 'Panel submittal, approved.pdf', days: 24 })
    const gear = await pdf(
      'Switchgear cut sheet.pdf',
      letter('Switchgear', '480/277 V, 1200 A', 'Short circuit rating 65 kA. Lead time 16 weeks.'),
    )
    await put('Gear', gear, { by: office, days: 12 })
    const fixtures = await pdf(
      'Fixture F4.pdf',
      letter('Fixture type F4', 'LED, 3500 K, 4000 lm', 'Substitution accepted with the 3500 K driver.'),
    )
    await put('Lighting', fixtures, { days: 8 })
    const sections = await pdf(
      'Division 26, electrical.pdf',
      letter(
        'Section 26 05 00',
        'Common work results for electrical',
        'Conduit above 9 feet in corridors is EMT.',
        'Penetrations of fire walls use a listed system.',
      ),
    )
    await put('Specifications', sections, { by: office, days: 40 })
    const permit = await pdf(
      'Electrical permit.pdf',
      letter(
        'Electrical work permit',
        'City of Kennewick',
        'Post at the site. Call for cover inspection before closing walls.',
      ),
    )
    await put('Drawings and permits', permit, { days: 35 })
    const contract = await pdf(
      'Subcontract.pdf',
      letter('Subcontract agreement', first.name, 'Scope: electrical, complete, as drawn and specified.'),
    )
    await put('Prime contract', contract, { days: 60 })
    const list = ['Panel,Voltage,Amps', 'LP-1,120/208,225', 'LP-2,120/208,225', 'HP-1,277/480,400'].join('\n')
    const loads = await keepFile('Load calculation.csv', 'text/csv', new TextEncoder().encode(list))
    texts.set(loads.path, list)
    await put('Panels', loads, { by: foreman, days: 6 })
  },
}
