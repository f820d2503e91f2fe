import type { Hono } from 'hono'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sameText } from '../auth/crypto.ts'
import { Refusal } from './errors.ts'
import type { RequestLine } from '../environment.ts'
import type { LaneState } from '../jobs/job-state.ts'
import type { Space } from '../system/disk.ts'
import type { LastBackup } from '../system/status.ts'

/** What is read at each scrape. */
export interface Watched {
  readonly lanes: readonly LaneState[]
  readonly connections: number
  /** Null where there is no backup, or no place for any. */
  readonly backup: LastBackup | null
  /** The disk of the data folder; null where the system does not tell. */
  readonly space: Space | null
}

/** What is not known is missing: a zero would be a measurement. */
function setOrRemove(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove()
  else gauge.set(value)
}

/**
 * The metrics of this process in Prometheus' format: requests by the pattern of their route and status, jobs by lane,
 * live connections, the age of the newest backup, the disk of the data folder, and what Node.js says of itself.
 */
export function createMetrics(now: () => Date = () => new Date()) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'plumbline_http_request_duration_seconds',
    help: 'Time until the head of the response, by method, pattern of the route, and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `plumbline_${name}`, help, labelNames, registers })
  const waiting = gauge('jobs_waiting', 'Jobs that are not done, by lane, without those that failed for good.', [
    'lane',
  ])
  const failed = gauge('jobs_failed', 'Jobs that failed on their last attempt, by lane.', ['lane'])
  const late = gauge('jobs_late_seconds', 'How long the oldest due job of a lane has been due.', ['lane'])
  const connections = gauge('live_connections', 'Open connections for live events.')
  const backup = gauge('backup_age_seconds', 'Time since the newest finished backup began; missing without one.')
  const free = gauge('disk_free_bytes', 'What is free on the disk of the data folder.')
  const size = gauge('disk_size_bytes', 'The size of the disk of the data folder.')
  const since = (moment: string) => Math.max(0, (now().getTime() - Date.parse(moment)) / 1000)

  return {
    observe({ method, route, status, ms }: RequestLine) {
      requests.observe({ method, route: route ?? 'none', status: String(status) }, ms / 1000)
    },
    /** Serves them at /metrics to who has the token; to everyone else there is no such page. */
    mount(app: Hono, token: string, watch: () => Promise<Watched>) {
      app.get('/metrics', async (c) => {
        const sent = c.req.header('authorization')?.replace(/^Bearer /, '')
        if (sent === undefined || !sameText(sent, token)) throw new Refusal(404)
        const watched = await watch()
        for (const { lane, ...state } of watched.lanes) {
          waiting.set({ lane }, state.waiting)
          failed.set({ lane }, state.failed)
          late.set({ lane }, state.due_since === null ? 0 : since(state.due_since))
        }
        connections.set(watched.connections)
        setOrRemove(backup, watched.backup && since(watched.backup.at))
        setOrRemove(free, watched.space && watched.space.free_bytes)
        setOrRemove(size, watched.space && watched.space.size_bytes)
        return c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
      })
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>
