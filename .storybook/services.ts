import { signal } from '@preact/signals-react'
import type { $Fetch } from 'ofetch'
import { memoryLocation } from 'wouter/memory-location'
import { loadRegistry } from '../src/app/modules.ts'
import { createSettings } from '../src/app/settings.ts'
import { closeDialog } from '../src/blocks/page/open-dialog.ts'
import type { Services } from '../src/blocks/services/services.tsx'
import { createToday } from '../src/blocks/today/today.ts'
import { createUploads, type Uploads } from '../src/blocks/uploads/uploads.ts'
import { createWarnings } from '../src/blocks/warnings/warnings.tsx'
import { createApi } from '../src/core/resource/api.ts'
import { everything } from '#core/resource/offer.ts'
import { createQueries } from '../src/core/resource/queries.ts'
import { noDrafts } from '../src/core/drafts/drafts.ts'
import { createKeeping } from '../src/core/kept/keeping.ts'
import { keptNothing } from '../src/core/kept/nothing.ts'
import { createShown } from '../src/core/kept/shown.ts'
import { createRetries, type Retries } from '../src/core/resource/retries.ts'
import { createHttp, type HttpOptions } from '../src/core/resource/http.ts'
import { createUploader } from '../src/core/resource/upload.ts'
import { createWrites, type Writes } from '../src/core/writes/writes.ts'
import { isItYou } from '../src/core/session/is-it-you.ts'
import { createSession } from '../src/core/session/session.ts'
import { createStore } from '../src/core/store/store.ts'
import { toast } from '../src/ui/toast/toast.tsx'
import { createFind, resolvePath, type Find, type Path } from './find.ts'
import { quiet, theServer } from './msw.ts'

/** The app of a story. */
export interface StoryApp {
  services: Services
  location: Pick<ReturnType<typeof memoryLocation>, 'hook' | 'searchHook' | 'navigate'>
  /** Sends requests without the store, as another client would. */
  http: $Fetch
  find: Find
}

const registry = loadRegistry()
const PASSWORD = 'plumbline'

/** An in-memory replacement for the page's storage, so that a story does not see data of the previous one. */
function createShortMemory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const DATABASE = 'plumbline outbox of stories'
let writesBefore: Writes | undefined
let retriesBefore: Retries | undefined
let uploadsBefore: Uploads | undefined
let todayBefore: ReturnType<typeof createToday> | undefined

function forget() {
  writesBefore?.dispose()
  uploadsBefore?.dispose()
  retriesBefore?.dispose()
  todayBefore?.stop()
  indexedDB.deleteDatabase(DATABASE)
  for (const key of Object.keys(localStorage)) if (/^(list|recent)\./.test(key)) localStorage.removeItem(key)
  closeDialog()
  toast.dismiss()
}

/**
 * Creates the app's services with a freshly seeded server in this page, signs a person in, and loads the reference data
 * as the app's start does. What the start asks for goes straight to the server unless the story answers some of it itself:
 * the way through the worker takes as long again as the answers.
 * @throws when that person cannot sign in.
 */
export async function openApp(path: Path, person: string, answersItself: boolean): Promise<StoryApp> {
  const server = await theServer()
  let isOpen = answersItself
  forget()
  await quiet()
  server.reset()
  const store = createStore(registry.entities)
  const options: HttpOptions = {
    baseURL: '',
    socketId: () => undefined,
    onAnswer: (status) => retries.answered(status),
    onUnauthorized: () => session.expire(),
    onLocked: isItYou,
    cookies: server.cookies,
    fetch: (input, init) =>
      isOpen ? fetch(input, init) : server.fetch(new Request(new URL(String(input), document.baseURI), init)),
  }
  const retries = createRetries()
  retriesBefore = retries
  const http = createHttp(options)
  const location: StoryApp['location'] = memoryLocation({ path: await resolvePath(path, http, PASSWORD) })
  const session = createSession({
    http,
    store,
    storage: createShortMemory(),
    tabs: new EventTarget(),
  })
  const settings = createSettings(http)
  await settings.refresh()
  const warnings = createWarnings()
  const reconnected = signal(0)
  const writes = createWrites(async (items) => {
    const { openSender } = await import('../src/core/writes/sender.ts')
    const ask = () => session.fetchUser({ force: true })
    const uploader = createUploader(options)
    return openSender({ http, store, uploader, user: session.user, ask, reconnected, items, database: DATABASE })
  }, warnings.ask)
  writesBefore = writes
  const api = createApi({ http, store, commit: writes.commit, user: () => session.user.peek(), kept: keptNothing })
  if (person !== 'nobody') {
    const result = await session.login({ email: `${person}@plumbline.test`, password: PASSWORD })
    if (!result.ok) throw new Error(`${person} could not sign in: ${result.message}`)
    await Promise.all(registry.preload.map((entity) => (api as (one: typeof entity) => Preloaded)(entity).fetchAll()))
  }
  isOpen = true
  const today = createToday(settings.value)
  todayBefore = today
  const uploads = createUploads(session.user)
  uploadsBefore = uploads
  const services: Services = {
    registry,
    store,
    api,
    offer: everything,
    queries: createQueries({
      store,
      reading: api.reading,
      user: () => session.user.peek(),
      retries,
      kept: keptNothing,
    }),
    kept: keptNothing,
    keeping: createKeeping(session.user),
    drafts: noDrafts,
    shown: createShown(),
    retries,
    uploads,
    session,
    writes,
    warnings,
    settings: settings.value,
    today: today.today,
    connection: signal('connected'),
    page: { add: signal(null), about: signal(null), looking: signal([]) },
  }
  return { services, location, http, find: createFind(http) }
}

interface Preloaded {
  fetchAll(): Promise<unknown>
}
