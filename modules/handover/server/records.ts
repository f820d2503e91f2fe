import type { Id } from '#core/access/access.ts'
import { formatMoment } from '#lib/moments.ts'
import { recordPdf, type Around, type Printed } from '#lib/pdf/record-pdf.ts'
import type { Told } from '#server/define-server.ts'
import type { HandoverPart, OwnFile } from '../slots.ts'
import { besideOf, placeFile, printedAround, type Beside } from './around.ts'
import {
  capitalized,
  csvPieces,
  fileTitle,
  type Counted,
  type Indexed,
  type IndexedKind,
  type LinkedFile,
  type Making,
} from './contents.ts'
import { customFacts } from './custom-facts.ts'

/** So many records are read at a time, and so many are in one script of the index. */
const [AT_ONCE, A_SCRIPT] = [50, 200]

/** A table whose columns come with its rows. */
function createTable() {
  const columns = new Map<string, string>()
  const rows: ReadonlyMap<string, unknown>[] = []
  return {
    add(cells: readonly (readonly [name: string, label: string, value: unknown])[]) {
      for (const [name, label] of cells) if (!columns.has(name)) columns.set(name, label)
      rows.push(new Map(cells.map(([name, , value]) => [name, value])))
    },
    csv: () =>
      csvPieces([[...columns.values()], ...rows.map((row) => [...columns.keys()].map((name) => row.get(name)))]),
  }
}

/** Facts for the page: short ones first, and long texts below their names. */
function printedFacts({ facts }: Told, name: string): Printed {
  const long = facts.filter(({ isLong, text }) => isLong && text)
  return {
    name,
    facts: facts.filter(({ isLong }) => !isLong).map(({ label, text }) => ({ label, value: text })),
    text: long.map(({ label, text }) => `${label}\n${text}`).join('\n\n') || null,
  }
}

/** The PDF of a record; one whose photos cannot be read is made without them, since they lie beside it. */
async function pdfOf(making: Making, part: HandoverPart, told: Told, around: Around): Promise<Uint8Array> {
  const { entity } = part
  const { display } = entity
  const make = async (with_: Around) => {
    const printed =
      (await part.print?.(told.record as never, with_, making)) ?? printedFacts(told, capitalized(display.noun))
    if (printed instanceof Uint8Array) return printed
    const [title, subtitle] = [display.title(told.record), display.subtitle(told.record)]
    const { title: own } = told.record as { title?: unknown }
    return recordPdf({ title, heading: typeof own === 'string' ? own : title, subtitle }, printed, with_)
  }
  try {
    return await make(around)
  } catch (error) {
    if (!around.photos.length && !around.thread.some(({ photos }) => photos.length)) throw error
    making.tools.log(`A PDF of a package is made without photos: ${String(error)}`)
    return make({ ...around, photos: [], thread: around.thread.map((reply) => ({ ...reply, photos: [] })) })
  }
}

/** The files that records themselves are, by what their descriptions say. */
async function ownFiles(making: Making, { entity, filesOf }: HandoverPart, told: readonly Told[]) {
  if (filesOf) return filesOf(told.map(({ record }) => record) as never, making)
  if (!('path' in entity.fields && 'mime' in entity.fields)) return new Map<Id, OwnFile>()
  const ids = told.map(({ record }) => Number(record.id))
  // Nobody reads where the store has a file; who sees the record may have the file.
  const places = await making.read((ctx) => ctx.pick(entity, ['id', 'name', 'path'], { id: ids }))
  return new Map(places.flatMap((one) => (one.path ? [[one.id, one as OwnFile] as const] : [])))
}

/** What is in the package beside one record. */
async function linksOf(making: Making, { label }: HandoverPart, name: string, beside: Beside) {
  const at = { folders: [label], name }
  const files: LinkedFile[] = []
  for (const file of beside.files) files.push(await placeFile(making, file, at))
  const messages: Indexed['messages'][number][] = []
  for (const { message, files: own } of beside.thread) {
    const linked: LinkedFile[] = []
    for (const file of own) linked.push(await placeFile(making, file, at))
    const { user_name: who, created_at, content: text, official_at } = message
    messages.push({
      who,
      at: formatMoment(created_at, making.zone),
      text,
      official: official_at !== null,
      files: linked,
    })
    making.said.push([
      label,
      name,
      created_at,
      who,
      text,
      official_at ? 'Yes' : 'No',
      linked.map(({ path }) => path ?? '').join('; '),
    ])
  }
  return { files, messages }
}

/** Puts all records of a kind into the package, one after another, and their list. */
export async function writeKind(making: Making, { part, ids }: Counted): Promise<IndexedKind & { count: number }> {
  const { entity, label, columns = [] } = part
  const key = `${part.key}-${entity.table}`
  const table = createTable()
  const history = making.isChosen('history')
  const foldersOf = (await part.foldersOf?.(making.project.id, making)) ?? (() => [])
  let indexed: Indexed[] = []
  let count = 0
  const heads = new Map<string, string>()
  async function script() {
    if (!indexed.length) return
    const name = `${key}-${making.scripts.length + 1}.js`
    const text = `handover.add(${JSON.stringify(key)}, ${JSON.stringify(indexed)})\n`
    making.scripts.push(await making.write(['data'], name, text))
    indexed = []
  }
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const told = await making.look((_, reader) =>
      reader.tell(entity, ids.slice(from, from + AT_ONCE), { zone: making.zone, history }),
    )
    const besides = await besideOf(
      making,
      entity,
      told.map(({ record }) => Number(record.id)),
    )
    const own = await ownFiles(making, part, told)
    for (const read of told) {
      const one = { ...read, facts: [...read.facts, ...(await customFacts(making, read.record))] }
      const id = Number(one.record.id)
      const name = part.nameOf?.(one.record as never) ?? fileTitle(entity, one.record)
      const beside = besides(id)
      const file = own.get(id)
      const folders = [label, ...foldersOf(one.record as never)]
      const self = file ? await selfOf(making, part, one, { file, folders }) : null
      const pdf =
        part.pdf === false
          ? null
          : await making.write(
              [label],
              `${name}.pdf`,
              await pdfOf(making, part, one, await printedAround(making, beside)),
            )
      const { files, messages } = await linksOf(making, part, name, beside)
      for (const { name: field, label: head } of one.facts) heads.set(field, head)
      const all = self ? [self, ...files] : files
      indexed.push({
        id,
        title: entity.display.title(one.record),
        state: one.facts.find(({ name: field }) => field === 'state')?.text ?? '',
        columns: columns.map((column) => one.facts.find(({ name: field }) => field === column)?.text ?? ''),
        facts: one.facts.map(({ label: head, text }) => [head, text] as const),
        pdf,
        files: all,
        messages,
        history: one.history.map(({ at, who, did, changes }) => ({
          at: formatMoment(at, making.zone),
          who,
          did,
          changes: changes.map((change) => [change.label, change.old, change.new] as const),
        })),
      })
      for (const { at, who, did, changes } of one.history)
        for (const change of changes.length ? changes : [{ label: '', old: '', new: '' }])
          making.changed.push([label, name, at, who, did, change.label, change.old, change.new])
      table.add([
        ...one.facts.map((fact) => [fact.name, fact.label, fact.plain] as const),
        ['pdf', 'PDF', pdf ?? ''],
        ['files', 'Files', all.map(({ path }) => path ?? '').join('; ')],
      ])
      count++
      if (indexed.length === A_SCRIPT) await script()
      await making.step()
    }
  }
  await script()
  const csv = count ? await making.write([label], `${label}.csv`, table.csv()) : null
  return { key, label, csv, count, columns: columns.map((column) => heads.get(column) ?? capitalized(column)) }
}

/** The file that a record is, in its folders. A photo that lies with its record is not put again. */
async function selfOf(
  making: Making,
  { entity }: HandoverPart,
  { record }: Told,
  { file, folders }: { file: OwnFile; folders: readonly string[] },
): Promise<LinkedFile> {
  const key = `${entity.name} ${String(record.id)}`
  const known = making.placed.get(key)
  if (known) return known
  const made = (await file.made?.()) ?? null
  const content = { path: made?.path ?? file.path }
  const path = await making.put({ name: file.name, folders, modified: String(record.created_at), content })
  await made?.discard()
  const linked = { name: file.name, path }
  making.placed.set(key, linked)
  return linked
}
