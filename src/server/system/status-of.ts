import type { Services } from '../context/context.ts'
import type { Environment } from '../environment.ts'
import type { Catalog } from '../resource/catalog.ts'
import { createStatus } from './status.ts'

interface Told {
  readonly catalog: Catalog
  readonly connections: () => number
  readonly sendsMail: boolean
  readonly sendsPush: () => boolean
  readonly reachFiles: () => Promise<void>
  readonly appUrl: string
  readonly startedAt: string
}

/** Builds the server's status for operators from the environment of this process. */
export const statusOf = (
  environment: Environment,
  { catalog, connections, sendsMail, sendsPush, reachFiles, appUrl, startedAt }: Told,
): Services['status'] =>
  createStatus({
    version: environment.settings.version,
    dialect: catalog.dialect,
    startedAt,
    uploading: catalog.entities.filter((entity) => catalog.serving(entity).uploads),
    connections,
    sendsMail,
    sendsPush,
    sendsTexts: environment.settings.sms !== undefined,
    appUrl,
    bucket: environment.settings.filesUrl,
    reachFiles,
    lastBackup: environment.lastBackup,
    space: environment.space,
    startedAgain: environment.settings.startedAgain,
    watchesMemory: environment.previews?.watchesMemory,
  })
