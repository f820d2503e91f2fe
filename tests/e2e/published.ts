import type { Page } from '@playwright/test'
import { setOf } from '../drawings.fixture.ts'
import { ask, expect } from './app.ts'

/** Uploads a set to a project and publishes it, once it was read. */
export async function publish(office: Page, project: number, ...sheets: Parameters<typeof setOf>) {
  const bytes = Buffer.from(setOf(...sheets)).toString('base64')
  const id = await office.evaluate(
    async ([path, content]) => {
      const form = new FormData()
      form.set('file', new File([Uint8Array.from(atob(content), (one) => one.charCodeAt(0))], 'Bulletin.pdf'))
      const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '')
      const headers = { Accept: 'application/json', 'X-XSRF-TOKEN': token }
      const answer = await fetch(path, { method: 'POST', body: form, headers })
      return (await answer.json()).id as number
    },
    [`/api/projects/${project}/drawings`, bytes] as const,
  )
  await expect
    .poll(async () => (await ask<{ state: string }>(office, 'GET', `/api/drawings/${id}`)).state)
    .toBe('review')
  await ask(office, 'POST', `/api/drawings/${id}/publish`, {})
}
