import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold } from '#ui/story.tsx'
import { CostCodePicker } from './cost-code-picker.tsx'
import { codesAt } from './story-steps.fixture.ts'

const meta = preview.meta({ title: 'Parts/Cost code picker', component: CostCodePicker, parameters: { path: '/' } })
const picker =
  (initial: number | null = null) =>
  () => (
    <Hold<number | null> initial={initial}>
      {(value, onChange) => (
        <div style={{ padding: '1rem', maxWidth: '28rem', minHeight: '24rem' }}>
          <Field label="Cost code">
            <CostCodePicker project_id={1} value={value} onChange={onChange} />
          </Field>
        </div>
      )}
    </Hold>
  )
const input = () => screen.getByRole('combobox', { name: /Cost code/ })
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

/** Active codes are offered in the project's order. */
export const Open = meta.story({
  render: picker(),
  play: async ({ userEvent }) => {
    await userEvent.click(input())
    await waitFor(() => expect(options()[0]).toBe('01.010 - General Mobilize'))
  },
})

export const Dark = meta.story({ ...Open.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Open.input, globals: { viewport: { value: 'phone' } } })

/** A search finds codes that contain all words, in any order. */
export const Found = meta.story({
  render: picker(),
  play: async ({ userEvent }) => {
    await userEvent.type(input(), 'rough 26')
    await waitFor(() => expect(options()).toEqual(['26.120 - Electrical Branch rough-in']))
    await userEvent.click(screen.getByRole('option'))
    await waitFor(() => expect(input()).toHaveValue('26.120 - Electrical Branch rough-in'))
  },
})

/** Recently picked codes come first. */
export const Recent = meta.story({
  render: picker(),
  play: async ({ userEvent }) => {
    await userEvent.click(input())
    await userEvent.click(await screen.findByRole('option', { name: /Feeders/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await userEvent.click(input())
    await waitFor(() => expect(screen.getByRole('group', { name: 'Recent' })).toBeVisible())
    await expect(options()[0]).toBe('26.130 - Electrical Feeders')
    await expect(options().filter((label) => label?.includes('Feeders'))).toHaveLength(1)
  },
})

/** An inactive code is still shown as the selected value, but not offered. */
export const OutOfUse = meta.story({
  tags: ['whole'],
  render: picker(1),
  async beforeEach({ app }) {
    await app?.http(`${await codesAt(app)}/1`, { method: 'PATCH', body: { active: false } })
  },
  play: async ({ userEvent }) => {
    await waitFor(() => expect(input()).toHaveValue('01.010 - General Mobilize'))
    await userEvent.click(input())
    await waitFor(() => expect(options()[0]).toBe('01.020 - General Supervision'))
    await expect(document.getElementById(input().getAttribute('aria-activedescendant') || input().id)).toBeVisible()
  },
})

/** Of three thousand codes only the first 50 are rendered. */
export const Many = meta.story({
  tags: ['whole'],
  render: picker(),
  async beforeEach({ app }) {
    const codes = await codesAt(app)
    for (let from = 0; from < 3000; from += 500) {
      const data = Array.from({ length: 500 }, (_, at) => ({ number: String(5000 + from + at), name: 'Panel' }))
      await app?.http(`${codes}/store_many`, { method: 'POST', body: { data } })
    }
  },
  play: async ({ userEvent }) => {
    await userEvent.click(input())
    await waitFor(() => expect(options()).toHaveLength(50))
    await userEvent.type(input(), '7999')
    await waitFor(() => expect(options()).toEqual(['7999 - Panel']))
  },
})

/** A failed load is shown in the list, and typing loads again. */
export const Failed = meta.story({
  tags: ['whole'],
  render: picker(),
  beforeEach: ({ msw }) => void msw.use(http.get('/api/projects/:id/cost_codes', () => HttpResponse.error())),
  play: async ({ userEvent, msw }) => {
    await userEvent.click(input())
    await waitFor(() => expect(screen.getByText(/could not be loaded/)).toBeVisible())
    msw.resetHandlers()
    await userEvent.type(input(), 'mobil')
    await waitFor(() => expect(options()).toEqual(['01.010 - General Mobilize']))
  },
})

/** The picker is disabled until a project is chosen. */
export const NoProject = meta.story({
  tags: ['whole'],
  render: () => <CostCodePicker aria-label="Cost code" project_id={null} value={null} onChange={() => {}} />,
  play: async () => {
    await expect(input()).toBeDisabled()
  },
})
