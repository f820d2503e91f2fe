import { defineTextStyles } from '@pandacss/dev'

const heading = { letterSpacing: 'heading', lineHeight: 'tight' }

/** Every kind of text there is, named for its place and not for its size. */
export const textStyles = defineTextStyles({
  body: { value: { fontSize: 'md', lineHeight: 'body' } },
  small: { value: { fontSize: 'sm', lineHeight: 'body' } },
  caption: { value: { fontSize: 'xs', lineHeight: 'body' } },
  label: { value: { fontSize: 'sm', fontWeight: 'strong', lineHeight: 'body' } },
  bar: { value: { fontSize: 'bar', fontWeight: 'section', lineHeight: 'tight' } },
  section: { value: { ...heading, fontSize: 'section', fontWeight: 'section' } },
  tile: { value: { ...heading, fontSize: 'tile', fontWeight: 'section' } },
  title: { value: { ...heading, fontSize: 'title', fontWeight: 'title' } },
  display: { value: { ...heading, fontSize: 'display', fontWeight: 'title' } },
})
