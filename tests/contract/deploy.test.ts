import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../postgres.ts'
import { isBrief } from '../tier.ts'
import { removeFolders, startServer, temporaryFolder } from './server.ts'

afterAll(removeFolders)

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const deploy = (name: string) => read(`docs/deploy/${name}`)
const image = deploy('Dockerfile').replaceAll('\\\n', ' ')
/** The last stage, which is what runs. */
const stage = image.slice(image.lastIndexOf('\nFROM '))
const words = (instruction: string) =>
  [...stage.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest = '']) => rest.trim())
const jsonIn = (text: string): string[] => JSON.parse(text.slice(text.indexOf('[')))
const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^#?([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

test('what is set in a way to run is in the table of the README, and an image has the Node of the project', () => {
  const table = new Set([...read('README.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name))
  const service = [...deploy('plumbline.service').matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name]) => name)
  const compose = [...deploy('compose.yaml').matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name)
  const env = words('ENV').flatMap((text) => [...text.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name))
  const own = ['SITE', 'UPSTREAM', 'POSTGRES_USER', 'POSTGRES_PASSWORD', 'NODE_ENV']
  const all = [...Object.keys(settingsIn(deploy('example.env'))), ...service, ...compose, ...env]
  expect(all.filter((name) => name && !table.has(name) && !own.includes(name))).toEqual([])
  expect([...image.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => version)).toEqual(
    Array(3).fill(read('.nvmrc').trim()),
  )
})

test('what an image is built from leaves out settings with passwords and what a company has', () => {
  const left = deploy('Dockerfile.dockerignore').split('\n')
  const ignored = read('.gitignore')
    .split('\n')
    .filter((line) => /^\/?(data|dist|dist-server|styled-system|\.env|node_modules|test-results)\/?$/.test(line))
    .map((line) => line.replaceAll('/', ''))
  expect(ignored.length).toBeGreaterThan(4)
  for (const name of ignored)
    expect([name, left.some((line) => line.replace('**/', '') === name)]).toEqual([name, true])
})

test.runIf(!isBrief)('what the image has starts as it says, is healthy, and writes to its data alone', async () => {
  const folder = temporaryFolder()
  for (const copied of words('COPY')) {
    const [, from, to] = /--from=\w+ \/app\/(\S+) (\S+)/.exec(copied) ?? []
    if (from === 'node_modules') symlinkSync(join(root, from), join(folder, from))
    else if (from && to) cpSync(join(root, from), join(folder, to), { recursive: true })
    else for (const file of copied.split(' ').slice(0, -1)) cpSync(join(root, file), join(folder, file))
  }
  // The packages are those of the repository, into whose caches other tests write meanwhile.
  const list = () =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name, ...readdirSync(join(folder, entry.name), { recursive: true })] : [entry.name],
    )
  const before = list()
  expect(existsSync(join(folder, 'dist/index.html'))).toBe(true)
  const port = String(await freePort())
  const [, entry = '', ...args] = jsonIn(words('CMD').at(-1) ?? '')
  const { SITE, POSTGRES_PASSWORD: _, BACKUPS: __, ...settings } = settingsIn(deploy('example.env'))
  const env = { ...settings, APP_URL: `https://${SITE}`, HOST: '127.0.0.1', PORT: port }
  const server = await startServer({ entry: join(folder, entry), args, cwd: folder, env })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await (await fetch(server.url)).text()).toContain('<div id="root"')
  const [, ...check] = jsonIn(words('HEALTHCHECK').at(-1) ?? '')
  const healthy = () => promisify(execFile)(process.execPath, check, { env: { ...process.env, PORT: port } })
  await healthy()
  expect(await server.stop()).toBe(0)
  await expect(healthy()).rejects.toMatchObject({ code: 1 })
  expect(list()).toEqual(before)
})
