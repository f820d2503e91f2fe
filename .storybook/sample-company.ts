import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'vite'
import { clockArgs, clockOffset } from '../tests/clock/today.ts'
import { COMPANY_PATH } from '../tests/offered-company.ts'
import { seeded } from '../tests/seeded.ts'

const script = fileURLToPath(new URL('./seed-company.ts', import.meta.url))

async function seed(): Promise<Buffer<ArrayBuffer>> {
  const known = seeded('company')
  if (known) return readFile(known)
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-company-'))
  try {
    const file = join(folder, 'company')
    await promisify(execFile)(process.execPath, [...clockArgs, script, file])
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The beginning of a form's bytes: its boundary, which a browser must be told. */
const boundaryOf = (form: Buffer): string => form.subarray(2, form.indexOf('\r\n')).toString()

/**
 * Serves the sample company of the day to pages, so that none seeds it for itself: a page takes five seconds of a
 * processor for it, and as many pages are opened as there are test files. It is seeded while the first page loads.
 */
export function sampleCompany(): Plugin {
  const byDay = new Map<string, Promise<Buffer<ArrayBuffer>>>()
  function companyOfToday() {
    const day = new Date(Date.now() + clockOffset).toDateString()
    const seeding = byDay.get(day) ?? seed()
    byDay.set(day, seeding)
    return seeding
  }
  return {
    name: 'sample-company',
    configureServer({ middlewares, config }) {
      companyOfToday().catch((error: unknown) => config.logger.error(`The sample company is not seeded: ${error}`))
      middlewares.use(COMPANY_PATH, (_, response, next) => {
        companyOfToday().then((form) => {
          response.setHeader('Content-Type', `multipart/form-data; boundary=${boundaryOf(form)}`)
          response.end(form)
        }, next)
      })
    },
  }
}
