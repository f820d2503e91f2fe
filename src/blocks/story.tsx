import { signal } from '@preact/signals-react'
import { expect, screen, waitFor } from 'storybook/test'
import { useState, type ReactNode } from 'react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { useFetched } from './detail/use-record.ts'
import { ServicesProvider, useResource, useServices, type AppSettings } from './services/services.tsx'

/** Hands a story one of the entities that the modules describe: blocks know none by name. */
export const Of = ({ name, children }: { name: string; children: (entity: Entity) => ReactNode }) => {
  const { registry } = useServices()
  const entity = registry.entities.find((one) => one.name === name)
  if (!entity) throw new Error(`No module describes a "${name}".`)
  return children(entity)
}

/** Hands a story one record, as the store has it. @useSignals */
export const One = ({
  entity,
  id,
  children,
}: {
  entity: Entity
  id: number
  children: (record: RecordOf<Entity>) => ReactNode
}) => {
  const { store } = useServices()
  const resource = useResource(entity)
  useFetched(() => resource.fetch(id), `${entity.name} ${id}`, store.missedOf(entity))
  const record = store.of(entity).get(id)
  return record ? children(record) : null
}

/** The app of a company that has configured something of its own. */
export const Configured = ({ settings, children }: { settings: Partial<AppSettings>; children: ReactNode }) => {
  const services = useServices()
  const [own] = useState(() => ({ ...services, settings: signal({ ...services.settings.peek(), ...settings }) }))
  return <ServicesProvider services={own}>{children}</ServicesProvider>
}

interface Played {
  canvas: Pick<typeof screen, 'findByRole' | 'getByText'>
  userEvent: { click(element: Element): Promise<void> }
}

/** A screen that has come to show this text. */
export const shows = (text: string) => ({
  play: async ({ canvas }: Pick<Played, 'canvas'>) => {
    await waitFor(() => expect(canvas.getByText(text)).toBeVisible())
  },
})

/** A screen whose add button opens its form. */
export const adding = {
  play: async ({ canvas, userEvent }: Played) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Add / }))
    await screen.findByRole('dialog', { name: /^Add / })
  },
}
