import { Suspense, lazy, type ComponentType, type ReactNode } from 'react'
import addonA11y from '@storybook/addon-a11y'
import addonDocs from '@storybook/addon-docs'
import { definePreview } from '@storybook/react-vite'
import addonMsw from 'msw-storybook-addon'
import type { HttpResponseResolver } from 'msw'
import { lazily } from '#core/entity/field.ts'
import { configure } from 'storybook/test'
import '../src/theme/faces.css'
import '../src/theme/global.css'
import { provideIcons } from '../src/ui/icon/icon.tsx'
import { icons } from '../src/ui/icon/icons.ts'
import { toast } from '../src/ui/toast/toast.tsx'
import addonPseudoStates from 'storybook-addon-pseudo-states'
import { PATIENCE } from '../tests/hang.ts'
import addonGuide from './guide.tsx'
import type { StoryApp } from './services.ts'

declare module 'storybook/internal/csf' {
  interface StoryContext {
    /** Set for stories with the parameter `path`: the app, signed in as the person of the toolbar or the story. */
    app?: StoryApp & { Frame: ComponentType<{ app: StoryApp; children: ReactNode }> }
  }
}

/** What stands before the text of the page in an error. */
const SHOWN = '\nThe page shows: '
provideIcons(icons)
configure({
  asyncUtilTimeout: PATIENCE,
  getElementError,
})

/**
 * By default the whole document is written into each error, of which waiting for an element makes twenty a second: here what
 * the page shows is read when the error is.
 */
function getElementError(message: string | null): Error {
  const tell = () => {
    if (message?.includes(SHOWN)) return message
    const { innerText } = document.body
    const text = innerText.length > 1600 ? `${innerText.slice(0, 400)} … ${innerText.slice(-1200)}` : innerText
    return `${message ?? ''}${SHOWN}${text.replaceAll(/\s+/g, ' ')}`
  }
  const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' })
  return Object.defineProperty(error, 'message', { get: tell, configurable: true })
}

export { runningClock } from '../tests/clock/clock.ts'
export { at, type Preparing } from './find.ts'
export type { Guide } from './guide.tsx'
export type { StoryApp }

/** A handler that returns the real server's response with some fields replaced. */
export const answeredWith =
  (part: object): HttpResponseResolver =>
  async (asked) =>
    (await import('./msw.ts')).answeredWith(part, asked.request)

const WholeApp = lazy(() => import('./app.tsx'))

/** The whole app at the story's `path`, bars included. */
export const App = () => (
  <Suspense>
    <WholeApp />
  </Suspense>
)

const room = { background: 'var(--colors-paper)', color: 'var(--colors-ink)' }
const people = {
  admin: 'Admin',
  manager: 'Project manager',
  office: 'Office staff',
  foreman: 'Foreman',
  employee: 'Employee',
  customer: 'Guest of a customer',
  contact: 'Guest: contact',
  nobody: 'Nobody',
}

/** The story of each title that axe judges, where it does not judge all. */
const judged = new Map<string, string>()

/** Whether axe judges a story: all, or with VITE_AXE_OF the first that this page shows of each title of that section. */
function isJudged(title: string, id: string): boolean {
  const section = import.meta.env.VITE_AXE_OF
  if (!section) return true
  if (!judged.has(title)) judged.set(title, id)
  return title.startsWith(`${section}/`) && judged.get(title) === id
}

/** One worker for the page, which several stories of a page of docs ask for at once. */
const theWorker = lazily(async () => {
  const [{ setupWorker }, { handlers }] = await Promise.all([import('msw/browser'), import('./msw.ts')])
  const worker = setupWorker(...handlers)
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker: { url: '/worker.js' } })
  return worker
})

/**
 * user-event makes `focus` an accessor, which the kit's Zag turns into a value that cannot be assigned to; Storybook's own
 * blocks assign to it. As a writable value before Zag gets at it, it stays one.
 */
function keepFocusWritable() {
  const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'focus') ?? {}
  if (get) Object.defineProperty(HTMLElement.prototype, 'focus', { configurable: true, writable: true, value: get() })
}

/**
 * Storybook's configuration: axe checks every story, in the theme of the toolbar or the story. A story with the parameter
 * `path` runs with the real server in this page.
 */
export default definePreview({
  addons: [addonA11y(), addonDocs(), addonGuide(), addonPseudoStates(), addonMsw(theWorker)],
  // Each file of stories has a page of docs, but what is a page of its own: `!autodocs`.
  tags: ['autodocs'],

  parameters: {
    // Passed checks are not reported, since they would take 50 kB per story.
    a11y: { test: 'error', options: { resultTypes: ['violations', 'incomplete'] } },
    layout: 'fullscreen',
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '390px', height: '844px' }, type: 'mobile' },
        tablet: { name: 'Tablet', styles: { width: '768px', height: '1024px' }, type: 'tablet' },
        desk: { name: 'Desk', styles: { width: '1440px', height: '900px' }, type: 'desktop' },
      },
    },
    controls: { expanded: true },
    options: {
      storySort: {
        order: ['Foundations', ['Build a component', 'Tokens'], 'Kit', 'Blocks', 'Screens', ['All screens'], 'Shell'],
      },
    },
  },

  globalTypes: {
    person: {
      description: 'Who is signed in',
      toolbar: {
        title: 'Signed in',
        icon: 'user',
        dynamicTitle: true,
        items: Object.entries(people).map(([value, title]) => ({ value, title })),
      },
    },
    direction: {
      description: 'Direction of writing',
      toolbar: {
        title: 'Direction',
        icon: 'transfer',
        dynamicTitle: true,
        items: [
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' },
        ],
      },
    },
    theme: {
      description: 'Theme',
      toolbar: {
        title: 'Theme',
        icon: 'contrast',
        dynamicTitle: true,
        items: [
          { value: 'light', title: 'Light' },
          { value: 'dark', title: 'Dark' },
          { value: 'both', title: 'Both' },
        ],
      },
    },
  },
  initialGlobals: { theme: 'light', person: 'admin', direction: 'ltr' },

  async beforeEach(context) {
    keepFocusWritable()
    if (!isJudged(context.title, context.id)) context.parameters.a11y = { ...context.parameters.a11y, test: 'off' }
    // Stories share a page, so the toasts of the previous story must be removed.
    toast.remove()
    const { path, msw } = context.parameters
    if (path === undefined) return
    const [{ openApp }, { InApp }] = await Promise.all([import('./services.ts'), import('./app.tsx')])
    context.app = { ...(await openApp(path, String(context.globals.person), Boolean(msw))), Frame: InApp }
  },

  decorators: [
    (Story, { app }) =>
      app ? (
        <app.Frame app={app}>
          <Story />
        </app.Frame>
      ) : (
        <Story />
      ),
    (Story, { globals: { theme, direction }, parameters: { path, layout }, viewMode }) => {
      document.documentElement.dir = direction === 'rtl' ? 'rtl' : 'ltr'
      document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light'
      const style = {
        ...room,
        minHeight: viewMode === 'story' && layout === 'fullscreen' ? '100dvh' : 'auto',
        padding: path === undefined && layout === 'fullscreen' ? '1rem' : 0,
      }
      if (theme !== 'both') {
        return (
          <div style={style}>
            <Story />
          </div>
        )
      }
      return (
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr' }}>
          {['light', 'dark'].map((side) => (
            <div key={side} data-theme={side} style={style}>
              <Story />
            </div>
          ))}
        </div>
      )
    },
  ],
})
