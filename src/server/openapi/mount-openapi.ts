import type { Hono } from 'hono'
import type { Environment } from '../environment.ts'
import { createKeptText } from '../http/kept-text.ts'
import type { Page } from '../http/page.ts'
import type { RouteTools } from '../http/route-tools.ts'
import type { AllServices } from '../services.ts'
import { writeDocs } from './docs-page.ts'
import { describeApi, type OpenApi } from './document.ts'
import { tagOf } from './entity-paths.ts'
import { componentOf } from './json-schema.ts'
import type { Described } from './operation.ts'

/**
 * Mounts the description of the API (rule open-api), for programs and for people. It is open to everyone, since it says
 * nothing of the company, and made when it is first asked for.
 * @returns what modules add to it by
 */
export function mountOpenApi(
  app: Hono,
  services: AllServices,
  { page, environment: { settings, compress } }: { page: Page; environment: Environment },
): RouteTools['describe'] {
  const added: Described[] = []
  let api: Promise<OpenApi> | undefined
  const described = () => (api ??= describeApi(services, added, settings.version ?? '0'))
  let [text, docs]: [Promise<string>?, ReturnType<typeof writeDocs>?] = []
  const answerJson = createKeptText('application/json', compress)
  const answerPage = createKeptText('text/html; charset=utf-8', compress)
  app.get('/api/openapi.json', async (c) =>
    answerJson(c, await (text ??= described().then((one) => JSON.stringify(one)))),
  )
  app.get('/api/docs', async (c) => {
    const { catalog } = services
    const kinds = catalog.entities.map((entity) => [tagOf(catalog, entity), componentOf(entity.name)] as const)
    docs ??= described().then((one) => writeDocs(one, services.appUrl, new Map(kinds)))
    return answerPage(c, String(await page('API', await docs)))
  })
  return (operation) => void added.push(operation)
}
