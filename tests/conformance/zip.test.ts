import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createArchives } from '#server/files/archives.ts'
import { createOwnTables } from '#server/db/own-tables.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { portableCrc32 } from '#server/files/crc32.ts'
import { memoryStore } from '#server/files/memory-store.ts'
import { nothingSaved } from '#server/files/file-store.ts'
import { descriptorOf, directoryOf, headerOf, type WrittenEntry } from '#server/files/zip-format.ts'
import { zipOf } from '#server/files/zip.ts'
import { isBrief } from '../tier.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { unzipped } from '../unzip.ts'

function temporaryFile() {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-zip-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'files.zip')
}
const textOf = async (bytes: Promise<Uint8Array> | undefined) => new TextDecoder().decode(await bytes)
const modified = '2026-11-20T10:00:00.000Z'

async function stored(text: string) {
  const store = memoryStore()
  const path = store.newPath()
  const file = await store.open(path, nothingSaved)
  await file.write(new TextEncoder().encode(text))
  await store.finish(path, file.saved)
  return { store, path }
}

test('the checksum of browsers is that of Node, however the bytes are cut', () => {
  const bytes = new Uint8Array(10_000).map((_, at) => (at * 31) & 255)
  for (const cut of [0, 1, 777, 10_000])
    expect(portableCrc32(bytes.subarray(cut), portableCrc32(bytes.subarray(0, cut), 0))).toBe(crc32(bytes))
})

test.runIf(!isBrief)('an archive may hold more files than its first format could count', async () => {
  const { store, path } = await stored('x')
  const files = Array.from({ length: 66_000 }, (_, at) => ({ path, name: `${at}.txt`, size: 1, modified }))
  const { body, length } = zipOf(files, { store, crc32 })
  const bytes = new Uint8Array(await new Response(body).arrayBuffer())
  expect(bytes.length).toBe(length)
  const read = await unzipped(new Blob([bytes]))
  expect([read.size, await textOf(read.get('65999.txt')?.())]).toEqual([66_000, 'x'])
})

test.runIf(!isBrief)('an archive may be longer than 4 GB', async () => {
  const GB = 1024 ** 3
  const file = temporaryFile()
  const handle = openSync(file, 'w')
  const chunk = new Uint8Array(1024 * 1024)
  let crc = 0
  for (let count = 0; count < 1024; count++) crc = crc32(chunk, crc)
  const sizes = [GB, GB, GB, GB, 4]
  const entries: WrittenEntry[] = []
  let at = 0
  const put = (bytes: Uint8Array) => void (at += writeSync(handle, bytes, 0, bytes.length, at))
  for (const [index, size] of sizes.entries()) {
    const last = size === 4
    const content = new TextEncoder().encode('last')
    const name = new TextEncoder().encode(`${index}.bin`)
    const entry = { name, size, modified: new Date(modified), crc: last ? crc32(content) : crc, offset: at }
    put(headerOf(entry))
    // Zeros that take no room on the disk.
    if (last) put(content)
    else ftruncateSync(handle, (at += size))
    put(descriptorOf(entry))
    entries.push(entry)
  }
  for (const bytes of directoryOf(entries, at)) put(bytes)
  closeSync(handle)
  const read = await unzipped(file)
  expect([read.size, await textOf(read.get('4.bin')?.())]).toEqual([5, 'last'])
})

test('a file that is shorter in the store than its record says breaks the archive off', async () => {
  const { store, path } = await stored('short')
  const { body } = zipOf([{ path, name: 'a.txt', size: 9, modified }], { store, crc32 })
  await expect(new Response(body).arrayBuffer()).rejects.toThrow('has 5 bytes instead of 9')
})

test('one person gets two archives at a time, and the next one when one of them is through or given up', async () => {
  const { store, path } = await stored('x'.repeat(10))
  const database = openSqlite(':memory:')
  onTestFinished(() => database.close())
  await createOwnTables(database)
  const deps = { store, crc32, database, now: createTestClock().now, log: () => {} }
  // Each process has one.
  const [here, there] = [createArchives(deps), createArchives(deps)]
  const person = (id: number) => ({ id, customer_id: null, contact_type_id: null }) as CurrentUser
  const open = async (id: number, archives = here) =>
    (await archives.pack([{ path, name: 'a.txt', size: 10, modified }]).open(person(id))).getReader()
  const [first, second] = [await open(1), await open(1, there)]
  await first.read()
  for (const archives of [here, there])
    await expect(open(1, archives)).rejects.toThrow('Too many archives are being downloaded.')
  await (await open(2)).read()
  await first.cancel()
  await open(1, there)
  await expect(open(1)).rejects.toThrow('Too many archives')
  while (!(await second.read()).done);
  await (await open(1)).cancel()
})
