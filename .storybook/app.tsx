import { signal } from '@preact/signals-react'
import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { Root } from '../src/app/shell/root.tsx'
import { Shell } from '../src/app/shell/shell.tsx'
import { ServicesProvider } from '../src/blocks/services/services.tsx'
import type { StoryApp } from './services.ts'

/** Provides a story with the app's services and its own router location. */
export const InApp = ({ app, children }: { app: StoryApp; children: ReactNode }) => (
  <Router hook={app.location.hook} searchHook={app.location.searchHook}>
    <ServicesProvider services={app.services}>{children}</ServicesProvider>
  </Router>
)

const version = { waits: signal(false), takeOver: () => {} }
const boot = { phase: signal('ready' as const), retry: () => {} }

/** The whole app after its start. */
export default function WholeApp() {
  return <Root known={yes} shown={yes} onShown={() => {}} version={version} App={SignedIn} />
}

const yes = signal(true)
const SignedIn = () => <Shell boot={boot} version={version} />
