/** Steps on the Enter Time dialog, as the stories of it take them. */
import { expect, screen, waitFor, within } from 'storybook/test'

export interface Played {
  userEvent: {
    click(element: Element): Promise<void>
    type(element: Element, text: string): Promise<void>
    keyboard(keys: string): Promise<unknown>
  }
}
export const opened = () => screen.findByRole('dialog', { name: 'Mon, Mar 10 Time Entry' })
export const hoursOf = (name: string) => screen.getByRole('spinbutton', { name: `Hours of ${name}` })
export const project = () => screen.queryByRole('combobox', { name: 'Project' })
export const code = (at = 0) => screen.getAllByRole('combobox', { name: 'Cost code' })[at] as HTMLElement
export const sum = () => screen.getByText(/^h · \d/, { selector: '[role=status]' })
export const lines = () => within(screen.getByRole('list', { name: 'People' })).queryAllByRole('listitem')
export const save = ({ userEvent }: Played) => userEvent.click(screen.getByRole('button', { name: /^Save/ }))
export async function pickCode({ userEvent }: Played, text: string, at = 0) {
  await userEvent.type(code(at), text)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(text, 'i') }))
}

export async function addMembers({ userEvent }: Played, ...names: RegExp[]) {
  await userEvent.click(screen.getByRole('button', { name: 'Add member' }))
  const list = within(await screen.findByRole('dialog', { name: 'Add member' }))
  for (const name of names) await userEvent.click(await list.findByRole('checkbox', { name }))
  await userEvent.click(list.getByRole('button', { name: /^Add \d/ }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add member' })).toBeNull())
}
