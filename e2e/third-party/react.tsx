/** A website of another origin that uses the published React package. `?show=` chooses a screen. */
import {
  Account,
  Collection,
  type FieldView,
  Form,
  type FormState,
  Image,
  Item,
  PorticoProvider,
  Protected,
  quantityName,
  ResetPassword,
  SignIn,
  SignUp,
  UserButton,
  useAuth,
  useForm,
  useItem,
  useMember,
  useMutation,
  useQuery,
  useUpload,
} from '@portico/react';
import { createClient, keyValueStore, localTokenStorage, memberAuth } from '@portico/sdk';
import { type ReactNode, StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';

const { url = '', clientId = '' } = document.body.dataset;
const client = createClient({ url, auth: memberAuth({ clientId, storage: localTokenStorage() }) });
Object.assign(globalThis, { client });

function SessionStatus() {
  const { status, signOut } = useAuth();
  const { member, isPending } = useMember();
  return (
    <p>
      <output aria-label="session">{isPending ? 'loading' : `${status} ${member?.loginEmail ?? ''}`.trim()}</output>
      <button type="button" onClick={() => void signOut()}>
        Leave
      </button>
    </p>
  );
}

function Notes({ suspense }: { suspense?: boolean }) {
  const { items, isPending, error, hasMore, loadMore } = useQuery(
    'Notes',
    (notes) => notes.ascending('title').limit(3),
    {
      suspense,
    },
  );
  if (isPending) return <p>Loading notes</p>;
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <>
      <ul aria-label={suspense ? 'suspended notes' : 'notes'}>
        {items.map((item) => (
          <li key={item._id}>{String(item.title)}</li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" onClick={() => void loadMore()}>
          More
        </button>
      )}
    </>
  );
}

function Editor() {
  const { items } = useQuery('Notes');
  const notes = useMutation('Notes');
  const [title, setTitle] = useState('');
  const first = items[0];
  const ignore = () => undefined;
  return (
    <>
      <input aria-label="Title" value={title} onChange={(event) => setTitle(event.target.value)} />
      <button type="button" onClick={() => void notes.insert({ title }).catch(ignore)}>
        Add
      </button>
      <button type="button" onClick={() => first && void notes.patch(first._id, { title }).catch(ignore)}>
        Rename the first
      </button>
      <button type="button" onClick={() => first && void notes.remove(first._id).catch(ignore)}>
        Remove the first
      </button>
      <output aria-label="change">{notes.isPending ? 'saving' : (notes.error?.message ?? 'saved')}</output>
      <ul aria-label="all">
        {items.map((item) => (
          <li key={item._id}>{String(item.title)}</li>
        ))}
      </ul>
      {first && <FirstNote itemId={first._id} />}
    </>
  );
}

function FirstNote({ itemId }: { itemId: string }) {
  const { item } = useItem('Notes', itemId);
  return <output aria-label="first">{String(item?.title ?? '')}</output>;
}

/** A form with custom markup. */
function HeadlessForm({ formId }: { formId: string }) {
  const form = useForm(formId, { progress: { store: keyValueStore() } });
  if (form.status !== 'open') {
    return (
      <>
        <output aria-label="form">{form.status}</output>
        <button type="button" onClick={form.restart}>
          Again
        </button>
      </>
    );
  }
  return (
    <form {...form.formProps}>
      {form.failure && <p role="alert">{form.failure}</p>}
      {form.fields
        .filter(({ kind, target }) => kind === 'text' && !form.isHidden(target))
        .map(({ target, label }) => (
          <label key={target}>
            {label} {form.isRequired(target) && '(required)'}
            <input
              name={target}
              defaultValue={String(form.initialValueOf(target) ?? '')}
              aria-invalid={form.errorOf(target) !== ''}
            />
            <span className="error">{form.errorOf(target)}</span>
          </label>
        ))}
      <button type="submit">{form.pending ? 'Sending' : 'Send it'}</button>
    </form>
  );
}

function Upload({ formId }: { formId: string }) {
  const { items, add, remove, isFull } = useUpload(formId, { limit: 2, formats: ['IMAGE'] });
  return (
    <>
      <input
        type="file"
        aria-label="Pictures"
        multiple
        disabled={isFull}
        onChange={(event) => add(event.target.files ?? [])}
      />
      <ul aria-label="files">
        {items.map(({ key, name, state, problem, value }) => (
          <li key={key}>
            {name}: {state} {problem || value?.fileType}
            <button type="button" onClick={() => remove(key)}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A form of several steps with a file and products, with custom markup. */
function HeadlessOrder({ formId }: { formId: string }) {
  const form = useForm(formId, { progress: { store: keyValueStore() } });
  const { steps, totals } = form;
  if (form.status !== 'open') {
    return (
      <>
        <output aria-label="form">{form.status}</output>
        <button type="button" onClick={form.restart}>
          Again
        </button>
      </>
    );
  }
  return (
    <form key={form.key} {...form.formProps}>
      <h2 tabIndex={-1} ref={steps.headingRef}>
        {steps.at + 1} of {steps.shown.length}: {steps.current?.name}
      </h2>
      <ul aria-label="errors">
        {form.errors.map(({ path, label, text }) => (
          <li key={path}>
            <button type="button" onClick={() => form.focus(path ?? '')}>
              {label}: {text}
            </button>
          </li>
        ))}
      </ul>
      {form.view.steps.map((step) => (
        <div key={step.id} hidden={step !== steps.current}>
          {step.items.map(({ field }) => (
            <HeadlessField key={field.id} form={form} field={field} />
          ))}
        </div>
      ))}
      {totals && <output aria-label="total">{form.money(totals.subtotal)}</output>}
      {steps.at > 0 && (
        <button type="button" onClick={steps.previous}>
          Back
        </button>
      )}
      <button type="submit">{steps.isLast ? 'Order' : 'Next'}</button>
    </form>
  );
}

function HeadlessField({ form, field }: { form: FormState; field: FieldView }) {
  const { kind, target, label } = field;
  if (form.isHidden(target)) return null;
  if (kind === 'files') return <HeadlessFiles form={form} field={field} />;
  const initial = form.initialValueOf(target);
  if (kind === 'products')
    return field.products.map(({ id = '' }, index) => (
      <p key={id}>
        <input type="checkbox" aria-label={field.choices[index]?.label} name={target} value={id} />
        <input aria-label={`Number of ${field.choices[index]?.label}`} name={quantityName(target, id)} />
      </p>
    ));
  if (kind === 'radio')
    return field.choices.map((choice) => (
      <label key={choice.value}>
        <input type="radio" name={target} value={choice.value} defaultChecked={initial === choice.value} />{' '}
        {choice.label}
      </label>
    ));
  return (
    <label>
      {label} <input name={target} defaultValue={String(initial ?? '')} />
      <span className="error">{form.errorOf(target)}</span>
    </label>
  );
}

function HeadlessFiles({ form, field }: { form: FormState; field: FieldView }) {
  const { items, add, remove } = useUpload(form, field.target);
  return (
    <>
      <input
        type="file"
        id={form.idOf(field.target)}
        aria-label={field.label}
        onChange={(event) => add(event.target.files ?? [])}
      />
      {items.map(({ key, name, state, progress }) => (
        <p key={key}>
          <output aria-label={name}>
            {state} {Math.round(progress * 100)}%
          </output>
          <button type="button" onClick={() => remove(key)}>
            Remove {name}
          </button>
        </p>
      ))}
      <span className="error">{form.errorOf(field.target)}</span>
    </>
  );
}

const screens: Record<string, () => ReactNode> = {
  twice: () => (
    <>
      <Notes />
      <Notes />
    </>
  ),
  suspense: () => (
    <Suspense fallback={<p>Suspended</p>}>
      <Notes suspense />
    </Suspense>
  ),
  editor: () => <Editor />,
  'sign-in': () => <SignIn signUpUrl="?show=sign-up" />,
  'sign-up': () => <SignUp signInUrl="?show=sign-in" />,
  account: () => <Account onSignedOut={() => document.body.setAttribute('data-left', '')} />,
  'reset-password': () => <ResetPassword token={location.hash.slice(1)} />,
  protected: () => (
    <>
      <UserButton signInUrl="?show=sign-in" accountUrl="?show=account" />
      <Protected signInUrl="?show=sign-in">
        <p>For members</p>
      </Protected>
      <Protected role="editors">
        <p>For editors</p>
      </Protected>
    </>
  ),
  form: () => <Form formId={location.hash.slice(1)} />,
  'kept-form': () => <Form formId={location.hash.slice(1)} progress={{ store: sessionStorage }} />,
  'suspended-form': () => (
    <Suspense fallback={<p>Suspended</p>}>
      <Form formId={location.hash.slice(1)} suspense />
    </Suspense>
  ),
  headless: () => <HeadlessForm formId={location.hash.slice(1)} />,
  order: () => <HeadlessOrder formId={location.hash.slice(1)} />,
  upload: () => <Upload formId={location.hash.slice(1)} />,
  collection: () => (
    <Collection collectionId="Notes" query={(notes) => notes.ascending('title').limit(3)}>
      {(note) => (
        <li>
          {String(note.title)}
          <Image value={note.image} alt="" width={20} height={20} />
        </li>
      )}
    </Collection>
  ),
  item: () => (
    <Item collectionId="Notes" itemId={location.hash.slice(1)}>
      {(note) => <h2>{String(note.title)}</h2>}
    </Item>
  ),
};

const show = new URLSearchParams(location.search).get('show') ?? 'twice';
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <PorticoProvider client={client}>
      <SessionStatus />
      {screens[show]?.()}
    </PorticoProvider>
  </StrictMode>,
);
