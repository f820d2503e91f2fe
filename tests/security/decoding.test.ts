import { execFile, fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { flagsFor } from '#server/decode/child.ts'
import { createDecoder, type StoredBytes } from '#server/decode/decoder.ts'
import { NEEDS_MEMORY } from '#server/decode/reasons.ts'
import type { DecodeTask } from '#server/decode/tasks.ts'
import { nothingSaved, type Range } from '#server/files/file-store.ts'
import { memoryStore } from '#server/files/memory-store.ts'
import { root } from '../architecture.ts'
import { bombs } from '../bombs.fixture.ts'
import { decodersOf } from '../decoders.ts'
import { setOf } from '../drawings.fixture.ts'
import { eventually } from '../eventually.ts'
import { openFiles } from '../open-files.ts'
import { endlessPdf, pdfOf, realJpeg } from '../pictures.fixture.ts'
import { isBrief, isThorough } from '../tier.ts'

const MEGABYTE = 1024 * 1024
const decoder = createDecoder()
afterAll(() => decoder.close())

/** A stored file, with how much of it was read. */
async function stored(bytes: Uint8Array<ArrayBuffer>, before = async () => {}) {
  const store = memoryStore()
  const path = store.newPath()
  const file = await store.open(path, nothingSaved)
  await file.write(bytes)
  await store.finish(path, file.saved)
  const taken = { reads: 0, bytes: 0, made: 0 }
  const read = async (at: string, range?: Range) => {
    await before()
    taken.reads++
    taken.bytes += range ? range.end + 1 - range.start : Infinity
    return store.read(at, range)
  }
  const source: StoredBytes = { path, store: { ...store, read } }
  return { source, taken, sink: (piece: Uint8Array) => void (taken.made += piece.byteLength) }
}
const render = (mime = 'application/pdf'): DecodeTask => ({ do: 'render', mime, page: 1 })

test('a process that decodes may reach no file but the code, no network and no other program', async () => {
  const listening = createServer((_, answer) => answer.end('inside'))
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
  const { port } = listening.address() as AddressInfo
  const tries = {
    settings: `fs.readFileSync(${JSON.stringify(join(root, '.env'))})`,
    tests: `fs.readFileSync(${JSON.stringify(join(root, 'tests/tier.ts'))})`,
    system: `fs.readFileSync('/etc/hostname')`,
    write: `fs.writeFileSync(${JSON.stringify(join(root, 'node_modules/own.txt'))}, '')`,
    network: `await fetch('http://127.0.0.1:${port}')`,
    program: `(await import('node:child_process')).spawnSync('true')`,
    code: `fs.readFileSync(${JSON.stringify(join(root, 'package.json'))})`,
  }
  const script = `import fs from 'node:fs'; const said = {};
    ${Object.entries(tries)
      .map(
        ([name, code]) => `try { ${code}; said.${name} = 'done' } catch (e) { said.${name} = e.code ?? e.cause?.code }`,
      )
      .join('\n')}
    console.log(JSON.stringify(said))`
  const flags = [...flagsFor(256 * MEGABYTE), '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  const denied = 'ERR_ACCESS_DENIED'
  const refused = { settings: denied, tests: denied, system: denied, write: denied, network: denied, program: denied }
  expect(JSON.parse(stdout)).toEqual({ ...refused, code: 'done' })
  await new Promise((done) => listening.close(done))
})

test.runIf(process.platform === 'linux')('it holds neither settings nor files while it is at work', async () => {
  const { promise: looked, resolve: look } = Promise.withResolvers<void>()
  const { promise: reading, resolve: reads } = Promise.withResolvers<void>()
  const { source, sink } = await stored(realJpeg, () => {
    reads()
    return looked
  })
  const decoding = decoder.decode(source, render('image/jpeg'), { patience: 60_000, sink })
  await reading
  const [pid = ''] = decodersOf()
  const names = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
  expect(names.map((line) => line.split('=')[0])).toEqual(
    names.filter((line) => line.startsWith('MALLOC_')).map((line) => line.split('=')[0]),
  )
  expect(openFiles(Number(pid)).filter((name) => name.startsWith('/') && !name.startsWith('/dev/'))).toEqual([])
  look()
  await expect(decoding).resolves.toMatchObject({ previews: [{ width: 64 }, { height: 32 }] })
})

test.runIf(!isBrief)('only the bytes that are needed are read from the store', async () => {
  const honest = Buffer.from(await pdfOf(['red', 'blue']))
  // Behind the header, where readers skip what no table names.
  const large = new Uint8Array(Buffer.concat([Buffer.alloc(40 * MEGABYTE, '% filling\n'), honest]))
  const { source, taken } = await stored(large)
  await decoder.decode(source, { do: 'count' }, { patience: 60_000 }).catch(() => {})
  expect(taken.bytes).toBeLessThan(8 * MEGABYTE)
})

test.runIf(!isBrief)('a file of the largest size comes in pieces of a megabyte', async () => {
  const large = new Uint8Array(Buffer.concat([realJpeg, Buffer.alloc(20 * MEGABYTE)]))
  const { source, taken, sink } = await stored(large)
  await decoder.decode(source, render('image/jpeg'), { patience: 60_000, sink })
  expect(taken.bytes / taken.reads).toBeLessThanOrEqual(MEGABYTE)
})

test.runIf(process.platform === 'linux' && !isBrief)(
  'one process renders many ordinary sheets, one after the other',
  async () => {
    const sheets = setOf({ number: 'E2.1', title: 'LEVEL 1 POWER PLAN', revision: '3' })
    const own = createDecoder()
    const others = new Set(decodersOf())
    const used = new Set<string>()
    for (let nth = 0; nth < 6; nth++) {
      const { source, sink } = await stored(sheets)
      await own.decode(source, render(), { patience: 60_000, sink })
      for (const pid of decodersOf()) if (!others.has(pid)) used.add(pid)
    }
    await own.close()
    expect(used.size).toBe(1)
  },
)

test.runIf(!isBrief)(
  'when time is up there is a sentence, what was made is kept apart, and the next file is read',
  async () => {
    const endless = await stored(endlessPdf())
    const given = { patience: 500, sink: endless.sink }
    await expect(decoder.decode(endless.source, render(), given)).rejects.toThrow(
      'This file takes more than 0.5 seconds to open.',
    )
    const { source, sink, taken } = await stored(realJpeg)
    await decoder.decode(source, render('image/jpeg'), { patience: 60_000, sink })
    expect(taken.made).toBeGreaterThan(0)
  },
)

test('a store that fails is no fault of the file, which can be tried again', async () => {
  const { source, sink } = await stored(realJpeg, () => Promise.reject(new Error('The file store does not answer.')))
  const decoding = decoder.decode(source, render('image/jpeg'), { patience: 60_000, sink })
  await expect(decoding).rejects.toThrow('The file store does not answer.')
})

test.runIf(process.platform === 'linux' && !isBrief)('it ends when the process that started it is killed', async () => {
  const parent = fork(join(root, 'tests/security/endless-decoding.ts'))
  const pid = await new Promise<string>((done) => parent.once('message', (text) => done(String(text))))
  // It has what it needs, and draws: half a second of the processor's time, in hundredths.
  const used = () => Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[11])
  const before = used()
  await eventually(() => expect(used()).toBeGreaterThan(before + 50))
  parent.kill('SIGKILL')
  await eventually(() => expect(readdirSync('/proc')).not.toContain(pid))
})

/** Those that take memory which no limit of V8 counts, so that only the server's own look at it ends them. */
const heavy = new Set(['more.png', 'profile.png'])
/** Those that take least time to be refused. */
const quick = new Set(['large.webp', 'endless-page.pdf', 'xref.pdf', 'locked.pdf', 'bomb.docx', 'more.png'])
const mimes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
/** What a sender is told of a file that cannot be opened. */
const sentence =
  /^(This file (takes more than \d+ seconds to open|needs more memory to open than it may have)|This PDF (is broken|needs a password|cannot be opened)|This page (is more than 200 inches long|has no size|cannot be read)|Its page has no sensible size|This file cannot be read: .*|This (picture|document) (is broken|cannot be read))\.$/

/** One of each kind that a change may break. */
const few = new Set(['large.webp', 'xref.pdf'])
const chosen = isThorough ? new Set(Object.keys(bombs)) : isBrief ? few : quick
describe.each([...chosen])('%s', (name) => {
  const mime = mimes[name.split('.').at(-1) ?? ''] ?? ''
  const tasks: DecodeTask[] = [
    ...(mime.includes('word') ? [] : [render(mime)]),
    ...(mime.startsWith('image/') ? [] : [{ do: 'text', mime, most: 20_000 } as const]),
    ...(mime.endsWith('pdf') ? ([{ do: 'count' }, { do: 'page', page: 1 }] as const) : []),
  ]
  test.each(isBrief ? tasks.slice(0, 1) : tasks)('is read or refused with a sentence: $do', async (task) => {
    const { source, taken, sink } = await stored((await bombs[name]?.()) ?? new Uint8Array())
    const patience = heavy.has(name) ? 100_000 : 10_000
    const outcome = await decoder.decode(source, task, { patience, sink }).then(
      () => 'read',
      (error: Error) => error.message,
    )
    if (heavy.has(name)) expect(outcome).toBe(NEEDS_MEMORY)
    else if (outcome !== 'read') expect(outcome).toMatch(sentence)
    // However much it unpacks to, little comes back.
    expect(taken.made).toBeLessThan(MEGABYTE)
  })
})
