import { signal } from '@preact/signals-react'
import { expect, screen, waitFor } from 'storybook/test'
import { useState, type ReactNode } from 'react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { useFetched } from './detail/use-record.ts'
import { ServicesProvider, useResource, useServices, type AppSettings } from './services/services.tsx'

/** Provides a story with an entity by name, since blocks may not import modules. */
export const Of = ({ name, children }: { name: string; children: (entity: Entity) => ReactNode }) => {
  const { registry } = useServices()
  const entity = registry.entities.find((one) => one.name === name)
  if (!entity) throw new Error(`No module describes a "${name}".`)
  return children(entity)
}

/** Provides a story with a record from the store. @useSignals */
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
  useFetched(entity, id, () => resource.fetch(id))
  const record = store.of(entity).get(id)
  return record ? children(record) : null
}

/** Overrides settings of the company. */
export const Configured = ({ settings, children }: { settings: Partial<AppSettings>; children: ReactNode }) => {
  const services = useServices()
  const [own] = useState(() => ({ ...services, settings: signal({ ...services.settings.peek(), ...settings }) }))
  return <ServicesProvider services={own}>{children}</ServicesProvider>
}

interface Played {
  canvas: Pick<typeof screen, 'findByRole' | 'getByText'>
  userEvent: { click(element: Element): Promise<void> }
}

/** A play function that waits for a text. */
export const shows = (text: string) => ({
  play: async ({ canvas }: Pick<Played, 'canvas'>) => {
    await waitFor(() => expect(canvas.getByText(text)).toBeVisible())
  },
})

/** A play function that opens the form with the screen's add button. */
export const adding = {
  play: async ({ canvas, userEvent }: Played) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Add / }))
    await screen.findByRole('dialog', { name: /^Add / })
  },
}
