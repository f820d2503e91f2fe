import { createRoot } from 'react-dom/client'
import { provideIcons } from '#ui/icon/icon.tsx'
import { icons } from '#ui/icon/icons.ts'
import { standAlone } from './alone.ts'
import { Choose, Starting } from './choose.tsx'
import { isPerson } from './people.ts'
import { correctLinks } from './place.ts'
import { openServer, prepare } from './server.ts'
import '../theme/first.css'
import '../theme/global.css'

const at = document.getElementById('root')
if (!at) throw new Error('index.html has no #root.')
const root = createRoot(at)

/** Starts the server of the demo, and the app on it, as that person. */
async function start(person: string): Promise<void> {
  root.render(<Starting />)
  standAlone(person)
  correctLinks()
  try {
    await openServer(person)
  } catch (error) {
    root.render(<Starting failed={error instanceof Error ? error.message : String(error)} />)
    return
  }
  root.unmount()
  await import('../main.tsx')
}

const person = new URLSearchParams(window.location.search).get('as')
if (isPerson(person)) void start(person)
else {
  // What goes wrong is told once somebody is chosen.
  prepare().catch(() => {})
  provideIcons(icons)
  root.render(<Choose />)
  // A new page would end the worker, which is at work already.
  at.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const one = link && new URL(link.href).searchParams.get('as')
    if (!link || !isPerson(one) || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    void start(one)
  })
}
