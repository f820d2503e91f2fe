import { useState } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { inOrder } from '#blocks/setup-list/order-list.tsx'
import { useLook } from '#blocks/work-list/use-look.ts'
import { useNarrow } from '#ui/table/use-width.ts'
import { Tabs } from '#ui/tabs/tabs.tsx'
import type { Project } from '../entities.ts'
import { projectTabs } from '../index.ts'
import { lettersOf, useTabKeys } from './use-tab-keys.ts'

const LATER = 1000
const ArrangeTabsDialog = lazyDialog(async () => (await import('../dialogs/arrange-tabs-dialog.tsx')).default)

/** The tabs of a project in the person's own order, each with its keys; phones begin with what is used on site. @useSignals */
export const ProjectTabs = ({
  project,
  tab,
}: {
  project: Project
  /** The path segment of the open tab. */
  tab: string
}) => {
  const { registry, session } = useServices()
  const isNarrow = useNarrow()
  const [{ order }, setLook] = useLook('project_tabs')
  const [isArranging, setArranging] = useState(false)
  const all = registry.filled(projectTabs, session.user.value, { project_id: project.id })
  const letters = lettersOf(all.map(({ label }) => label))
  const usual = isNarrow ? all.toSorted((a, b) => (a.phone ?? LATER) - (b.phone ?? LATER)) : all
  const tabs = (order.length ? inOrder(all, ({ to }) => to, order) : usual).map(({ to, label, count }) => ({
    key: to,
    href: `/projects/${project.id}${to && `/${to}`}`,
    label,
    count: count?.(project) ?? 0,
    letter: letters.get(label),
  }))
  useTabKeys(tabs)
  const href = tabs.find(({ key }) => key === tab)?.href ?? ''
  return (
    <>
      <Tabs
        aria-label="Project"
        current={href}
        items={tabs.map(({ letter, ...item }) => ({
          ...item,
          ...(letter && { keys: `G then ${letter.toUpperCase()}` }),
        }))}
        onArrange={() => setArranging(true)}
      />
      {isArranging && (
        <ArrangeTabsDialog
          tabs={tabs}
          isUsual={!order.length}
          onOrder={(keys) => setLook({ order: keys })}
          onClose={() => setArranging(false)}
        />
      )}
    </>
  )
}
