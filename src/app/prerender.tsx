import { signal } from '@preact/signals-react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { PublicServicesProvider } from '#blocks/services/services.tsx'
import { createHttp } from '#core/resource/http.ts'
import { createSession } from '#core/session/session.ts'
import { builtSettings } from './settings.ts'
import { Root } from './shell/root.tsx'

/** The welcome page as it is before anything is known of the company. The build puts it into index.html. */
export function welcome(): string {
  const http = createHttp({ baseURL: '', socketId: () => undefined })
  const session = createSession({ http, store: { clear: () => {} }, tabs: undefined })
  const yes = signal(true)
  return renderToStaticMarkup(
    <PublicServicesProvider services={{ session, settings: signal(builtSettings) }}>
      <Router ssrPath="/welcome">
        <Root
          known={yes}
          shown={yes}
          onShown={() => {}}
          version={{ waits: signal(false), takeOver: () => {} }}
          App={() => null}
        />
      </Router>
    </PublicServicesProvider>,
  )
}
