import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, openSync, closeSync, ftruncateSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page, Route } from '@playwright/test'
import { ask, dialog, expect, signIn, test, tokenOf, unique } from './app.ts'

interface Attachment {
  id: number
  name: string
  mime: string
  size: number
}

async function openProject(page: Page, mailbox = 'manager'): Promise<string> {
  await signIn(page, mailbox)
  const { id } = await ask<{ id: number }>(page, 'POST', '/api/projects', {
    customer_id: 2,
    name: unique('Pictured'),
    number: unique('I'),
  })
  await page.goto(`/projects/${id}`)
  await expect(page.getByRole('heading', { name: 'Images' })).toBeVisible()
  return `/api/projects/${id}/attachments`
}

async function openRfi(page: Page): Promise<{ id: number }> {
  await signIn(page, 'manager')
  const number = await ask<number>(page, 'GET', '/api/projects/1/rfis/next_number')
  const draft = { number, title: unique('Attached'), question: 'Which?' }
  const rfi = await ask<{ id: number }>(page, 'POST', '/api/projects/1/rfis', draft)
  await page.goto(`/projects/1/rfis/${rfi.id}`)
  return rfi
}

/** A JPEG as a camera held sideways writes it: wider than high, red where the top should be, and a note to turn it. */
async function sidewaysPhoto(page: Page, width: number, height: number): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ([across, down]) => {
      const canvas = new OffscreenCanvas(across ?? 0, down ?? 0)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('This browser cannot draw.')
      context.fillStyle = '#1030d0'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.fillStyle = '#d01010'
      context.fillRect(0, 0, canvas.width / 4, canvas.height)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.6 })
      const reader = new FileReader()
      reader.readAsDataURL(blob)
      await new Promise((done) => reader.addEventListener('load', done))
      return String(reader.result).split(',')[1] ?? ''
    },
    [width, height],
  )
  const whole = Buffer.from(encoded, 'base64')
  // An APP1 segment with one entry: orientation 6.
  const exif = 'ffe1 0022 457869660000 4d4d002a00000008 0001 011200030000000100060000 00000000'
  const note = Buffer.from(exif.replaceAll(' ', ''), 'hex')
  return Buffer.concat([whole.subarray(0, 2), note, whole.subarray(2)])
}
const photo = (buffer: Buffer, name = 'IMG_0042.jpg') => ({ name, mimeType: 'image/jpeg', buffer })
const add = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]:not([capture])').setInputFiles(files)
const tiles = (page: Page) => page.getByRole('button', { name: /^Open / })

test(
  'a sideways photo of forty megapixels is stored upright and small, and can be viewed, captioned and deleted',
  { tag: '@whole' },
  async ({ page }) => {
    const at = await openProject(page)
    const large = await sidewaysPhoto(page, 7360, 5520)
    await add(page, photo(large), photo(await sidewaysPhoto(page, 800, 600), 'second.jpg'))
    await expect(tiles(page)).toHaveCount(2)
    const all = await ask<Attachment[]>(page, 'GET', at)
    const first = all.find(({ name }) => name === 'IMG_0042.jpg')
    if (!first) throw new Error('The picture is not there.')
    expect(first.mime).toBe('image/jpeg')
    const state = async () =>
      (await ask<{ preview_state: string }>(page, 'GET', `/api/attachments/${first.id}`)).preview_state
    await expect.poll(state).toBe('ready')
    const seen = await page.evaluate(async (id) => {
      const look = async (part: string) => {
        const blob = await (await fetch(`/api/attachments/${id}/${part}`)).blob()
        // Decodes the pixels without applying any EXIF orientation.
        const bitmap = await createImageBitmap(blob, { imageOrientation: 'none' })
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
        const context = canvas.getContext('2d')
        if (!context) throw new Error('This browser cannot draw.')
        context.drawImage(bitmap, 0, 0)
        const red = (y: number) => {
          const [r = 0, , b = 0] = context.getImageData(bitmap.width / 2, Math.floor(y), 1, 1).data
          return r > b
        }
        const { width, height } = bitmap
        return { width, height, top: red(height * 0.1), middle: red(height / 2), bottom: red(height * 0.9) }
      }
      return { file: await look('file'), preview: await look('preview') }
    }, first.id)
    const upright = { top: true, middle: false, bottom: false }
    expect(seen.file).toEqual({ width: 1536, height: 2048, ...upright })
    expect(seen.preview).toEqual({ width: 240, height: 320, ...upright })

    await tiles(page).first().click()
    const viewer = page.getByRole('dialog')
    await expect(viewer).toContainText('1 of 2')
    await page.keyboard.press('ArrowRight')
    await expect(viewer).toContainText('2 of 2')
    await viewer.getByRole('button', { name: 'Caption' }).click()
    await dialog(page, 'Caption').getByRole('textbox', { name: 'Caption' }).fill('Gear in room 12')
    await dialog(page, 'Caption').getByRole('button', { name: 'Save' }).click()
    await expect(viewer.getByText('Gear in room 12')).toBeVisible()
    await viewer.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 of 1')
    await page.keyboard.press('Escape')
    await expect(tiles(page)).toHaveCount(1)
  },
)

test(
  'files that are not pictures are refused by content, and too large ones are not uploaded',
  { tag: '@whole' },
  async ({ page }) => {
    const at = await openProject(page)
    const text = (name: string, mimeType: string, content: string) => ({ name, mimeType, buffer: Buffer.from(content) })
    await add(
      page,
      text('logo.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      text('site.jpg', 'image/jpeg', '<!doctype html><script>alert(1)</script>'),
    )
    // What no gallery shows is refused before it is sent, and the server looks at what says that it is a picture.
    await expect(page.getByText('This browser cannot read this kind of picture.')).toHaveCount(1)
    await expect(page.getByText('This file type is not allowed.')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    for (const name of ['logo.svg', 'site.jpg']) await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expect(page.getByText(/is not allowed|cannot read/)).toHaveCount(0)

    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())))
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-large-'))
    const large = join(folder, 'roof.jpg')
    const handle = openSync(large, 'w')
    ftruncateSync(handle, 100 * 1024 * 1024 + 1)
    closeSync(handle)
    await page.locator('input[type=file]:not([capture])').setInputFiles(large)
    await expect(page.getByText('This file is larger than 100 MB.')).toBeVisible()
    rmSync(folder, { recursive: true })
    expect(sent).toEqual([])
    expect(await ask(page, 'GET', at)).toEqual([])
  },
)

test(
  'an upload survives an expired token and a lost network, is stored once, and is served sandboxed',
  { tag: '@whole' },
  async ({ page }) => {
    const at = await openProject(page, 'office')
    const picture = await sidewaysPhoto(page, 400, 300)
    const context = page.context()
    await page.evaluate(() => void (document.cookie = 'XSRF-TOKEN=stale; path=/'))
    const statuses: number[] = []
    page.on('response', (answer) => void (answer.url().includes('/uploads') && statuses.push(answer.status())))
    await add(page, photo(picture, 'token.jpg'))
    await expect(tiles(page)).toHaveCount(1)
    expect(statuses).toEqual([419, 201])

    await context.setOffline(true)
    await add(page, photo(picture, 'basement.jpg'))
    // It is shown at once, and sent by itself with the network.
    await expect(tiles(page)).toHaveCount(2)
    const unsent = page.getByRole('button', { name: '1 entry not sent' })
    await expect(unsent).toBeVisible()
    await context.setOffline(false)
    await expect(unsent).toBeHidden()
    await expect(tiles(page)).toHaveCount(2)

    // The response is lost, and the retry is recognized as the same upload.
    const loses = async (route: Route) => {
      await route.fetch()
      return route.abort('connectionreset')
    }
    await page.route(`**${at}`, loses, { times: 1 })
    await add(page, photo(picture, 'lost.jpg'))
    await expect(tiles(page)).toHaveCount(3)
    await expect(unsent).toBeHidden()
    const all = await ask<Attachment[]>(page, 'GET', at)
    expect(all.map(({ name }) => name)).toEqual(['token.jpg', 'basement.jpg', 'lost.jpg'])

    const answer = await context.request.get(`/api/attachments/${all[0]?.id}/file`)
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^inline; filename="token.jpg"/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(answer.headers()['cache-control']).toContain('private')
  },
)

test(
  'a large file goes in pieces, and goes on where it was after a pause and a cut line',
  { tag: '@whole' },
  async ({ page }) => {
    const { id } = await openRfi(page)
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-pieces-'))
    const large = join(folder, 'drawings.zip')
    writeFileSync(large, Buffer.concat([Buffer.from('504b0304', 'hex'), randomBytes(60 * 1024 * 1024)]))
    const [pieces, reached]: [string[], number[]] = [[], []]
    page.on('request', (request) => void (request.method() === 'PATCH' && pieces.push(request.url())))
    page.on('response', (answer) => void reached.push(Number(answer.headers()['upload-offset'] ?? 0)))
    // Held up, so that there is time to do something meanwhile.
    let held: Route | undefined
    let cuts = 1
    await page.route('**/uploads/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      const offset = Number(route.request().headers()['upload-offset'])
      if (offset === 0) return route.continue()
      if (cuts-- > 0) return route.abort('connectionreset')
      if (!held) return void (held = route)
      return route.continue()
    })
    await page.locator('input[type=file]:not([capture])').first().setInputFiles(large)
    await expect.poll(() => held !== undefined).toBe(true)
    await page.getByRole('button', { name: 'Pause drawings.zip' }).click()
    await expect(page.getByText('Paused')).toBeVisible()
    await held?.abort().catch(() => {})
    await page.getByRole('button', { name: 'Go on with drawings.zip' }).click()
    await expect(page.getByRole('link', { name: /drawings\.zip/ })).toBeVisible()
    // It was announced once, and nothing went over the line twice.
    expect(new Set(pieces).size).toBe(1)
    expect(Math.max(...reached)).toBe(60 * 1024 * 1024 + 4)
    const [file] = await ask<Attachment[]>(page, 'GET', `/api/rfis/${id}/attachments`)
    const answer = await page.context().request.get(`/api/attachments/${file?.id}/file`)
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(hash(await answer.body())).toBe(hash(readFileSync(large)))
    rmSync(folder, { recursive: true })
  },
)

test(
  'an upload whose token and session end goes on where it was, after signing in again',
  { tag: '@whole' },
  async ({ page, baseURL, playwright }) => {
    const { id } = await openRfi(page)
    const bytes = Buffer.concat([Buffer.from('504b0304', 'hex'), randomBytes(40 * 1024 * 1024)])
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-session-'))
    const large = join(folder, 'set.zip')
    writeFileSync(large, bytes)
    const answers: { status: number; offset: string | undefined; url: string }[] = []
    page.on('response', async (answer) => {
      if (answer.request().method() !== 'PATCH') return
      const offset = answer.request().headers()['upload-offset']
      answers.push({ status: answer.status(), offset, url: answer.url() })
    })
    // The second request comes with a stale token, and before the third somebody ends the session.
    let held = 0
    const between = async (route: Route) => {
      const headers = route.request().headers()
      if (Number(headers['upload-offset']) > 0) held++
      if (held === 1) return route.continue({ headers: { ...headers, 'x-xsrf-token': 'stale' } })
      if (held === 2) {
        const storageState = await page.context().storageState()
        const other = await playwright.request.newContext({ storageState, ...(baseURL && { baseURL }) })
        await other.post('/logout', { headers: await tokenOf(page.context()) })
        await other.dispose()
        held++
      }
      return route.continue()
    }
    await page.route('**/uploads/*', between)
    await page.locator('input[type=file]:not([capture])').first().setInputFiles(large)
    await expect(page).toHaveURL('/welcome')
    await expect(page.getByText('You are signed out. Please sign in again.')).toBeVisible()
    await expect.poll(() => answers.map(({ status }) => status)).toEqual([204, 419, 401])

    await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
    const login = dialog(page, 'Login')
    await login.getByRole('textbox', { name: 'Email', exact: true }).fill('manager@plumbline.test')
    await login.getByLabel('Password', { exact: true }).fill('plumbline')
    await login.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('button', { name: /your account/ })).toBeVisible()
    const files = () => ask<(Attachment & { sha256: string })[]>(page, 'GET', `/api/rfis/${id}/attachments`)
    await expect.poll(async () => (await files()).length).toBe(1)
    const [file] = await files()
    expect(file?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    // It was one upload all along, and what had arrived before was not sent again.
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
    expect(answers.filter(({ status, offset }) => status === 204 && offset === '0')).toHaveLength(1)
    rmSync(folder, { recursive: true })
  },
)

test(
  'the files of a message are kept with it, shown while they wait, and say why one is refused',
  { tag: '@whole' },
  async ({ page }) => {
    await openRfi(page)
    const csv = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('run,feet\nC,38\n') })
    const markup = { name: 'page.csv', mimeType: 'text/csv', buffer: Buffer.from('<!doctype html><p>') }
    const form = page.getByRole('form', { name: 'Reply to this RFI' })
    const send = async (text: string, files: ReturnType<typeof csv>[]) => {
      await page.getByRole('textbox', { name: 'Reply' }).fill(text)
      await page.locator('input[type=file]:not([capture])').last().setInputFiles(files)
      await form.getByRole('button', { name: 'Send' }).click()
      return page.getByRole('article').filter({ hasText: text })
    }
    const saved = (message: Locator, name: RegExp) =>
      expect(message.getByRole('link', { name })).toHaveAttribute('href', /^\/api\//)

    await page.route('**/api/messages/*/attachments', (route) => route.fulfill({ status: 503 }), { times: 1 })
    const first = await send('Lengths', [csv('lengths.csv')])
    await saved(first, /lengths\.csv/)

    let held: Route | undefined
    await page.route('**/uploads', (route) => void (held = route), { times: 1 })
    const second = await send('More of them', [csv('more.csv'), markup])
    await expect.poll(() => held).toBeDefined()
    await expect(second.getByRole('link', { name: /more\.csv/ })).toHaveAttribute('href', /^blob:/)
    await held?.continue()
    await saved(second, /more\.csv/)
    await expect(second.getByText('This file type is not allowed.')).toBeVisible()
    await expect(second.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await second.getByRole('button', { name: 'Remove page.csv' }).click()
    await expect(second.getByText('page.csv')).toHaveCount(0)
  },
)
