import { defineTextStyles } from '@pandacss/dev'

const heading = { letterSpacing: 'heading', lineHeight: 'tight' }

/** All text styles, named by use rather than size. */
export const textStyles = defineTextStyles({
  body: { value: { fontSize: 'md', lineHeight: 'body' } },
  small: { value: { fontSize: 'sm', lineHeight: 'body' } },
  note: { value: { fontSize: 'sm', lineHeight: 'body', color: 'muted' } },
  caption: { value: { fontSize: 'xs', lineHeight: 'body' } },
  label: { value: { fontSize: 'sm', fontWeight: 'strong', lineHeight: 'body' } },
  bar: { value: { fontSize: 'bar', fontWeight: 'section', lineHeight: 'tight' } },
  section: { value: { ...heading, fontSize: 'section', fontWeight: 'section' } },
  tile: { value: { ...heading, fontSize: 'tile', fontWeight: 'section' } },
  title: { value: { ...heading, fontSize: 'title', fontWeight: 'title' } },
  display: { value: { ...heading, fontSize: 'display', fontWeight: 'title' } },
})
