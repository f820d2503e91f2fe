import { HttpResponse, http } from 'msw'
import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import type { Address } from '#lib/address.ts'
import { Hold } from '#ui/story.tsx'
import { Configured } from '../story.tsx'
import { AddressInput } from './address-input.tsx'

const meta = preview.meta({ title: 'Blocks/Address input', component: AddressInput, parameters: { path: '/' } })

const school: Address = {
  line1: '1514 West 21st Avenue',
  line2: 'Gym',
  city: 'Kennewick',
  state: 'WA',
  postal_code: '99337',
  geotag: { lat: 46.1906, lng: -119.1361 },
}
const onChange = fn()
const form = (
  places: string | null,
  initial: Address | null,
  props: { errors?: { path: string; message: string }[] } = {},
) =>
  function Form() {
    return (
      <Configured settings={{ places }}>
        <div style={{ maxWidth: '35rem' }}>
          <Hold<Address | null> initial={initial}>
            {(value, set) => (
              <AddressInput
                label="Address"
                name="address"
                value={value}
                onChange={(next) => {
                  set(next)
                  onChange(next)
                }}
                {...props}
              />
            )}
          </Hold>
        </div>
      </Configured>
    )
  }
const box = (name: string) => screen.getByRole('textbox', { name })
const state = () => screen.getByRole('combobox', { name: 'State' })
const street = () => screen.findByRole('combobox', { name: 'Street' })
const lastValue = () => onChange.mock.lastCall?.[0]

/** Without a lookup, each part is typed; an address whose parts are all empty becomes null. */
export const ByHand = meta.story({
  tags: ['whole'],
  render: form(null, null),
  play: async ({ userEvent }) => {
    await screen.findByRole('group', { name: 'Address' })
    await userEvent.type(box('Street'), '5 Oak St')
    // Delaware, Hawaii and Iowa have these letters too; what begins with them comes first.
    await userEvent.type(state(), 'wa')
    await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveTextContent('WA Washington'))
    await userEvent.click(screen.getAllByRole('option')[0] as HTMLElement)
    await expect(lastValue()).toEqual({
      line1: '5 Oak St',
      line2: '',
      city: '',
      state: 'WA',
      postal_code: '',
      geotag: null,
    })
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await userEvent.clear(box('Street'))
    await expect(lastValue()).toBeNull()
  },
})

export const Dark = meta.story({ render: form(null, school), tags: ['whole'], globals: { theme: 'dark' } })
export const Phone = meta.story({ render: form(null, school), globals: { viewport: { value: 'phone' } } })

/** Errors appear at the part they concern; errors of no part appear below. */
export const Wrong = meta.story({
  render: form(
    null,
    { ...school, postal_code: '9933', state: 'W' },
    {
      errors: [
        { path: 'state', message: 'State must be two letters.' },
        { path: 'postal_code', message: 'ZIP code must have 5 or 9 digits.' },
        { path: 'geotag.lat', message: 'Latitude must be from -90 to 90.' },
      ],
    },
  ),
  play: async () => {
    await waitFor(() => expect(box('ZIP code')).toHaveAccessibleDescription('ZIP code must have 5 or 9 digits.'))
    await expect(state()).toHaveAccessibleDescription('State must be two letters.')
    await expect(screen.getByText('Latitude must be from -90 to 90.')).toBeVisible()
    await expect(box('City')).not.toHaveAttribute('aria-invalid', 'true')
  },
})

/** The geotag is kept while the address still refers to the same place, and is restored when a change is undone. */
export const Moved = meta.story({
  tags: ['whole'],
  render: form(null, school),
  play: async ({ userEvent }) => {
    await screen.findByRole('group', { name: 'Address' })
    await userEvent.type(box('Suite or unit'), ' B')
    await userEvent.type(box('ZIP code'), '-1234')
    await expect(lastValue()).toMatchObject({ line2: 'Gym B', geotag: school.geotag })
    await userEvent.type(box('City'), 's')
    await expect(lastValue()).toMatchObject({ city: 'Kennewicks', geotag: null })
    await userEvent.type(box('City'), '{Backspace}')
    await expect(lastValue()).toMatchObject({ city: 'Kennewick', geotag: school.geotag })
  },
})

/** A street that is emptied and typed anew begins another address; the place of the former goes. */
export const AnotherStreet = meta.story({
  tags: ['whole'],
  render: form(null, school),
  play: async ({ userEvent }) => {
    await screen.findByRole('group', { name: 'Address' })
    await userEvent.clear(box('Street'))
    await userEvent.type(box('Street'), '5 Oak St')
    await expect(lastValue()).toMatchObject({ line1: '5 Oak St', city: '', state: '', postal_code: '', geotag: null })
  },
})

const asked = fn()
const photon = http.get('https://photon.example/api', ({ request }) => {
  asked(new URL(request.url).searchParams.get('q'))
  const at = { type: 'Point', coordinates: [-119.1361, 46.1906] }
  const place = { street: 'West 21st Avenue', city: 'Kennewick', state: 'Washington', postcode: '99337' }
  const features = ['1514', '1516'].map((housenumber) => ({
    type: 'Feature',
    geometry: at,
    properties: { ...place, housenumber, type: 'house', countrycode: 'US' },
  }))
  return HttpResponse.json({ type: 'FeatureCollection', features })
})
const lookedUp = {
  render: form('photon:https://photon.example', {
    ...school,
    line1: '',
    city: '',
    state: '',
    postal_code: '',
    geotag: null,
  }),
  beforeEach: ({ msw }: { msw: { use(handler: typeof photon): void } }) => {
    asked.mockClear()
    msw.use(photon)
  },
}

/** The lookup runs when typing pauses; choosing a result fills all parts except the suite. */
export const LookedUp = meta.story({
  ...lookedUp,
  tags: ['whole'],
  play: async ({ userEvent }) => {
    await userEvent.type(await street(), '1514 w 21st')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    await expect(asked.mock.calls).toEqual([['1514 w 21st']])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(async () => expect(await street()).toHaveValue(school.line1))
    await expect(lastValue()).toEqual(school)
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    await userEvent.type(await street(), ' x')
    await expect(lastValue()).toMatchObject({ line1: `${school.line1} x`, geotag: null })
  },
})

/** The results of a lookup are listed below the input. */
export const Found = meta.story({
  ...lookedUp,
  tags: ['whole'],
  play: async ({ userEvent }) => {
    await userEvent.type(await street(), '1514 w')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    await waitFor(() => expect(screen.getByText('© OpenStreetMap contributors')).toBeVisible())
    await expect(await street()).toHaveValue('1514 w')
  },
})
export const FoundDark = meta.story({ ...Found.input, tags: ['whole'], globals: { theme: 'dark' } })
export const FoundOnPhone = meta.story({ ...Found.input, globals: { viewport: { value: 'phone' } } })

/** Typed text is kept if no result is chosen. */
export const PassedOver = meta.story({
  ...lookedUp,
  tags: ['whole'],
  play: async (context) => {
    const { userEvent } = context
    await Found.input.play?.(context)
    await userEvent.click(box('City'))
    await userEvent.type(box('City'), 'Pasco')
    await expect(await street()).toHaveValue('1514 w')
    await expect(lastValue()).toMatchObject({ line1: '1514 w', city: 'Pasco', geotag: null })
  },
})

/** If Google cannot be reached, a message says so, and the address can still be typed. */
export const GoogleFails = meta.story({
  tags: ['whole'],
  render: form('google:no-such-key', null),
  beforeEach: ({ msw }) => {
    asked.mockClear()
    msw.use(
      http.get('https://maps.googleapis.com/maps/api/js', () => {
        asked()
        return HttpResponse.error()
      }),
    )
  },
  play: async ({ userEvent }) => {
    await userEvent.type(await street(), '1514 W 21st Ave')
    await waitFor(() => expect(screen.getByText(/^Addresses cannot be looked up right now/)).toBeVisible())
    await expect(asked).toHaveBeenCalledTimes(4)
    await userEvent.type(box('City'), 'Kennewick')
    await expect(lastValue()).toMatchObject({ line1: '1514 W 21st Ave', city: 'Kennewick' })
  },
})

const googleScript = `
  globalThis.google = { maps: { importLibrary: async () => ({
    AutocompleteSessionToken: class {},
    AutocompleteSuggestion: { fetchAutocompleteSuggestions: async ({ input }) => ({ suggestions: [{ placePrediction: {
      text: { text: input + ', Kennewick, WA, USA' },
      toPlace: () => ({
        fetchFields: async () => {},
        addressComponents: [
          { longText: '1514', shortText: '1514', types: ['street_number'] },
          { longText: 'West 21st Avenue', shortText: 'W 21st Ave', types: ['route'] },
          { longText: 'Kennewick', shortText: 'Kennewick', types: ['locality'] },
          { longText: 'Washington', shortText: 'WA', types: ['administrative_area_level_1'] },
          { longText: '99337', shortText: '99337', types: ['postal_code'] },
        ],
        location: { lat: () => 46.1906, lng: () => -119.1361 },
      }),
    } }] }) },
  }) } }
  setTimeout(() => globalThis.onGoogleMaps())`

/** Google's script is loaded with the company's key at the first search. */
export const Google = meta.story({
  tags: ['whole'],
  render: form('google:story-key', null),
  beforeEach({ msw }) {
    asked.mockClear()
    msw.use(
      http.get('https://maps.googleapis.com/maps/api/js', ({ request }) => {
        asked(new URL(request.url).searchParams.get('key'))
        return new HttpResponse(googleScript, { headers: { 'Content-Type': 'text/javascript' } })
      }),
    )
  },
  play: async ({ userEvent }) => {
    const input = await street()
    await expect(asked).not.toHaveBeenCalled()
    await userEvent.type(input, '1514 W 21st')
    await screen.findByRole('option', { name: '1514 W 21st, Kennewick, WA, USA' })
    await expect(asked.mock.calls).toEqual([['story-key']])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(lastValue()).toEqual({ ...school, line2: '' }))
  },
})
