import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { $Fetch } from 'ofetch'
import type { CurrentUser } from '../access/access.ts'
import { createApi } from '../resource/api.ts'
import { everything, type Offer } from '../resource/offer.ts'
import type { Uploader } from '../resource/upload.ts'
import type { ConfirmWarnings } from '../resource/warnings.ts'
import type { Store } from '../store/store.ts'
import { openSender } from './sender.ts'
import { createWrites } from './writes.ts'

interface Options {
  http: $Fetch
  store: Store
  user?: ReadonlySignal<CurrentUser | null>
  uploader?: Uploader
  confirm?: ConfirmWarnings
  supports?: (feature: string) => boolean
  offer?: Offer
}

const someone = signal<CurrentUser | null>({
  id: 1,
  name: 'Ana Reyes',
  email: 'ana@plumbline.test',
  role: 'admin',
  permissions: {},
  customer_id: null,
  contact_type_id: null,
})

/** The api of a browser that keeps nothing on the device, as Node does: changes need a connection there. */
export function apiOver({ http, store, user = someone, confirm, supports, offer = everything, uploader }: Options) {
  const writes = createWrites(
    async (items) =>
      openSender({
        http,
        store,
        user,
        items,
        ask: async () => true,
        reconnected: signal(0),
        database: `test ${Math.random()}`,
        ...(uploader && { uploader }),
      }),
    confirm,
  )
  return createApi({
    http,
    store,
    commit: writes.commit,
    user: () => user.peek(),
    offer: { ...offer, ...(supports && { supports }) },
  })
}
