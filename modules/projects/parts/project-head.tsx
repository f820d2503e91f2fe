import { useEffect, useState, type RefCallback } from 'react'
import { openBox } from '#blocks/find/finders.ts'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { staff } from '#core/access/access.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { useNarrow } from '#ui/table/use-width.ts'
import type { Project } from '../entities.ts'
import { projectActions } from '../index.ts'
import { OvertimeTag } from './overtime-tag.tsx'
import { ProjectTabs } from './project-tabs.tsx'
import { ProjectTools } from './project-tools.tsx'
import { SiteLinks } from './site-links.tsx'

/**
 * The head of every tab of a project: one line with what it is and what one does here, and the tabs. Scrolled, one line of
 * both is left. On phones the bar of the app holds the name. @useSignals
 */
export const ProjectHead = ({
  project,
  tab,
  isInside,
}: {
  project: Project
  /** The path segment of the open tab. */
  tab: string
  /** Whether a record is open in the tab, which has a main action of its own. */
  isInside: boolean
}) => {
  const { session, page } = useServices()
  const { id, number, name } = project
  const [isScrolled, start] = useScrolled()
  const isNarrow = useNarrow()
  const add = page.add.value
  const href = `/projects/${id}`
  useEffect(() => {
    page.about.value = { name: `${number} ${name}`, href }
    return () => {
      page.about.value = null
    }
  }, [page, number, name, href])
  return (
    <>
      <div ref={start} className={beginning} aria-hidden />
      <div className={place} data-inside={isInside || undefined}>
        <header className={head} data-scrolled={isScrolled || undefined}>
          <div className={line}>
            <a href="/projects" className={numberLook} title="All projects">
              {number}
            </a>
            <h1 className={heading}>{name}</h1>
            <IconButton size="sm" icon="chevrons-up-down" aria-label="Switch project" onClick={() => openBox()} />
            {staff(session.user.value) && (
              <span data-part="aside">
                <OvertimeTag rule={project.overtime_rule} />
              </span>
            )}
          </div>
          <div className={tabsPlace}>
            <ProjectTabs project={project} tab={tab} />
          </div>
          <div className={tools}>
            <span data-part="aside" className={css({ display: 'flex', gap: '1.5' })}>
              <SiteLinks project={project} brief />
            </span>
            {!isNarrow && <ProjectTools project={project} />}
            {add ? (
              <Button variant={isInside ? 'outline' : 'solid'} icon={add.icon ?? 'plus'} onClick={add.onAdd}>
                {add.label}
              </Button>
            ) : (
              <SlotOutlet slot={projectActions} props={{ project }} />
            )}
          </div>
        </header>
      </div>
    </>
  )
}

/** The bar of the app, less the 24 pixels that the page may be scrolled. */
const ABOVE = '-32px 0px 0px'

/** Whether the page was scrolled past what the ref is given to. */
function useScrolled(): [boolean, RefCallback<Element>] {
  const [isPast, setPast] = useState(false)
  const [ref] = useState<RefCallback<Element>>(() => (element: Element | null) => {
    if (!element) return undefined
    const observer = new IntersectionObserver(([entry]) => entry && setPast(!entry.isIntersecting), {
      rootMargin: ABOVE,
    })
    observer.observe(element)
    return () => observer.disconnect()
  })
  return [isPast, ref]
}

const beginning = css({ height: '1px', marginBottom: '-1px' })
/** It keeps its height when one line is left, so that nothing below it moves. */
const place = css({
  position: 'sticky',
  top: { base: '{sizes.bar.phone}', md: '{sizes.bar}' },
  zIndex: 'sticky',
  height: { md: '5.5rem' },
  pointerEvents: 'none',
  _print: { position: 'static' },
  '&[data-inside]': { mdDown: { display: 'none' } },
})
const head = css({
  pointerEvents: 'auto',
  display: 'grid',
  gridTemplate: {
    base: '"tabs" auto / minmax(0, 1fr)',
    md: '"line tools" 3rem "tabs tabs" 2.5rem / minmax(0, 1fr) auto',
  },
  alignItems: 'center',
  columnGap: '4',
  background: 'card',
  paddingInline: { base: '3.5', md: '7' },
  borderBottom: '1px solid {colors.line}',
  // The name comes first; the overview has these too.
  '@media (width < 64rem)': { '& [data-part=aside]': { display: 'none' } },
  md: {
    '&[data-scrolled]': {
      gridTemplate: '"line tabs tools" 2.75rem / fit-content(16rem) minmax(0, 1fr) auto',
      boxShadow: 'raised',
      '& [data-part=aside]': { display: 'none' },
    },
  },
})
const line = css({
  gridArea: 'line',
  display: { base: 'contents', md: 'flex' },
  alignItems: 'center',
  gap: '2',
  minWidth: '0',
  // The bar of phones says it.
  mdDown: { '& > :not(h1)': { display: 'none' }, '& > h1': { srOnly: true } },
})
const numberLook = css({
  color: 'muted',
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
  lineHeight: '1.5rem',
  display: 'inline-block',
})
const heading = css({ textStyle: 'section', truncate: true, minWidth: '0' })
const tabsPlace = css({ gridArea: 'tabs', minWidth: '0', '& nav': { borderBottom: '0' } })
const tools = css({ gridArea: 'tools', display: { base: 'none', md: 'flex' }, alignItems: 'center', gap: '1.5' })
