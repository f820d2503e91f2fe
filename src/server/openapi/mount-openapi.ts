import type { Hono } from 'hono'
import type { Environment } from '../environment.ts'
import { createKeptText } from '../http/kept-text.ts'
import type { RouteTools } from '../http/route-tools.ts'
import type { AllServices } from '../services.ts'
import { describeApi, type OpenApi } from './document.ts'
import type { Described } from './operation.ts'

/**
 * Mounts the description of the API (rule open-api). It is open to everyone, since it says
 * nothing of the company, and made when it is first asked for.
 * @returns what modules add to it by
 */
export function mountOpenApi(
  app: Hono,
  services: AllServices,
  { settings, compress }: Environment,
): RouteTools['describe'] {
  const added: Described[] = []
  let api: Promise<OpenApi> | undefined
  const described = () => (api ??= describeApi(services, added, settings.version ?? '0'))
  let text: Promise<string> | undefined
  const answerJson = createKeptText('application/json', compress)
  app.get('/api/openapi.json', async (c) =>
    answerJson(c, await (text ??= described().then((one) => JSON.stringify(one)))),
  )
  return (operation) => void added.push(operation)
}
