import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Typography.css';
import '@mantine/tiptap/styles.css';
import {
  RICOS_ATTRIBUTE,
  richContentToTipTap,
  ricosTypes,
  type TipTapNode,
  tipTapToRichContent,
} from '@portico/domain';
import { Extension, Mark, Node } from '@tiptap/core';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import classes from './RichEditor.module.css';

/** Creates a node type for content that the editor cannot edit. It is shown as a gray word and saved unchanged. */
const unsupportedNode = (name: string, inline: boolean) =>
  Node.create({
    name,
    group: inline ? 'inline' : 'block',
    inline,
    atom: true,
    addAttributes: () => ({ node: { default: null, rendered: false } }),
    renderHTML: ({ node }) => ['span', { class: classes.unsupported }, kindOf(node.attrs.node)],
  });

const UnsupportedDecoration = Mark.create({
  name: ricosTypes.mark,
  // Several of these marks may apply to the same text.
  excludes: '',
  addAttributes: () => ({ decoration: { default: null, rendered: false } }),
  renderHTML: () => ['span', {}, 0],
});

/** Preserves attributes that the editor does not know, for example of paragraphs and links. */
const UnsupportedAttributes = Extension.create({
  name: 'unsupportedAttributes',
  addGlobalAttributes: () => [
    {
      types: [
        'paragraph',
        'heading',
        'bulletList',
        'orderedList',
        'listItem',
        'blockquote',
        'codeBlock',
        'horizontalRule',
        'bold',
        'italic',
        'underline',
        'strike',
        'link',
      ],
      attributes: { [RICOS_ATTRIBUTE]: { default: null, rendered: false } },
    },
  ],
});

const extensions = [
  StarterKit.configure({ link: { openOnClick: false, defaultProtocol: 'https' }, code: false }),
  unsupportedNode(ricosTypes.block, false),
  unsupportedNode(ricosTypes.inline, true),
  UnsupportedDecoration,
  UnsupportedAttributes,
];

interface RichEditorProps {
  labelledBy: string;
  value: unknown;
  onChange: (content: unknown) => void;
}

export function RichEditor({ labelledBy, value, onChange }: RichEditorProps) {
  const editor = useEditor({
    extensions,
    content: richContentToTipTap(value),
    // The content security policy forbids inline style sheets, so RichEditor.module.css contains the rules.
    injectCSS: false,
    editorProps: { attributes: { 'aria-labelledby': labelledBy, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: updated }) =>
      onChange(updated.isEmpty ? undefined : tipTapToRichContent(updated.getJSON() as TipTapNode)),
  });
  return (
    <RichTextEditor editor={editor} className={classes.editor}>
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.Strikethrough />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
}

const kindOf = (node: unknown): string => {
  const { type } = (node ?? {}) as { type?: unknown };
  return typeof type === 'string' ? type.toLowerCase().replaceAll('_', ' ') : 'content';
};
