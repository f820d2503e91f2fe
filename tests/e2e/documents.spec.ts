import { readFile } from 'node:fs/promises'
import { plainPdf } from '../../modules/documents/sample/pdf.ts'
import { ask, dialog, expect, signIn, test, unique } from './app.ts'

const pdf = (text: string) => Buffer.from(plainPdf([[{ text, size: 24 }], [{ text: 'Page two' }]]))
const file = (name: string, text: string) => ({ name, mimeType: 'application/pdf', buffer: pdf(text) })

test(
  'a manager files a PDF, keeps both of one name, looks at it, locks it and says who sees it',
  { tag: '@whole' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, 'manager')
    const folder = unique('Rooftop units')
    await page.goto('/projects/2/documents')
    await page.getByRole('button', { name: 'New folder' }).click()
    await dialog(page, 'New folder').getByLabel('Name').fill(folder)
    await dialog(page, 'New folder').getByRole('button', { name: 'Save' }).click()
    const tree = page.getByRole('navigation', { name: 'Folders' })
    await expect(tree.getByRole('button', { name: folder })).toHaveAttribute('aria-current', 'true')

    const picker = page.getByLabel('Files to upload')
    await picker.setInputFiles([file('RTU-1.pdf', 'Unit one'), file('RTU-2.pdf', 'Unit two')])
    const list = page.getByRole('table', { name: 'Documents' })
    await expect(list.getByRole('link')).toHaveCount(2)
    await picker.setInputFiles([file('RTU-1.pdf', 'Unit one, revised')])
    const asked = page.getByRole('alertdialog')
    await expect(asked).toContainText('A file named RTU-1.pdf is already here.')
    await asked.getByRole('button', { name: 'Keep both' }).click()
    await expect(list.getByRole('link', { name: /RTU-1 \(2\)\.pdf/ })).toBeVisible()
    await expect(tree.getByRole('button', { name: folder })).toContainText('3')

    // A file of the list has what is shown of it.
    const search = page.getByRole('searchbox', { name: `Search in ${folder}` })
    await search.fill('rtu-1')
    await expect(list.getByRole('link')).toHaveCount(2)
    const exported = page.waitForEvent('download')
    await page.getByRole('main').getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: 'Export list (CSV)' }).click()
    const lines = (await readFile(await (await exported).path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['RTU-1 (2).pdf', 'RTU-1.pdf'])
    await search.fill('')

    await list.getByRole('link', { name: /RTU-2\.pdf/ }).click()
    const panel = page.getByRole('complementary', { name: 'RTU-2.pdf' })
    const first = panel.getByRole('img', { name: 'Page 1 of 2' })
    await expect(first).toBeVisible()
    // The page is drawn: its canvas has a picture's width.
    await expect.poll(() => first.evaluate((canvas) => (canvas as HTMLCanvasElement).width)).toBeGreaterThan(200)
    await panel.getByLabel('New version').setInputFiles([file('RTU-2 revised.pdf', 'Unit two, revised')])
    await expect(panel.getByRole('button', { name: 'Restore version 1' })).toBeVisible()
    await panel.getByRole('button', { name: 'Lock' }).click()
    await expect(panel).toContainText('Locked by you')

    await panel.getByRole('link', { name: 'Open RTU-2.pdf' }).click()
    await expect(page.getByRole('heading', { name: 'RTU-2.pdf' })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('heading', { name: 'RTU-1.pdf' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tree.getByRole('button', { name: folder })).toHaveAttribute('aria-current', 'true')

    await page.goto('/projects/2/documents/folder_access')
    const cell = page.getByRole('button', { name: `Foreman in ${folder}: Upload, from above` })
    await cell.focus()
    await page.keyboard.press('n')
    await expect(page.getByRole('button', { name: `Foreman in ${folder}: None, set here` })).toBeVisible()
    await page.getByRole('combobox', { name: 'Person' }).fill('Luis')
    await page.getByRole('option', { name: /Luis Ortega/ }).click()
    await expect(page.getByRole('list', { name: 'Folders they do not see' })).toContainText(folder)
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('Folder access saved.')).toBeVisible()
    const seen = await ask<{ name: string; my_level: string }[]>(page, 'GET', '/api/projects/2/folders')
    expect(seen.find(({ name }) => name === folder)?.my_level).toBe('edit')
  },
)
