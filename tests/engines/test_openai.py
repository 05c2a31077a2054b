"""The engine of OpenAI-compatible servers, against a server of ours that behaves as badly as it is told."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import SECONDS, until_then
from serving import MODEL, Chat, ModelServer, Raw, Status

from docpipe.completions import Prompt
from docpipe.engines.openai import STREAM_INTERVAL, OpenAI
from docpipe.errors import DoesNotFit, EngineError, SettingsError
from docpipe.settings import load

SCHEMA = {"type": "object", "properties": {"name": {"type": "string", "maxLength": 20}}, "required": ["name"]}
PATIENT = {"retry_seconds": SECONDS, "first_token_seconds": SECONDS}


def prompt(name="a", text="Who signs here?", **changed):
    fields = {"messages": (("system", "You read."), ("user", text)), "reply_tokens": 50} | changed
    return Prompt(name, **fields)


@asynccontextmanager
async def opened(*servers, **changed):
    engine = OpenAI(load({"base_url": [server.url for server in servers], **PATIENT, **changed}), words)
    try:
        engine.info = await engine.open()
        yield engine
    finally:
        await engine.aclose()


def words(text):
    return len(text.split())


def reply_of(server, asked=None, **settings):
    """One prompt at one server."""

    async def run():
        async with server.serving():
            async with opened(server, **settings) as engine:
                reply = await engine.complete(asked or prompt())
            await server.quiet()
            return reply

    return asyncio.run(run())


def test_a_reply_in_pieces_comes_whole_with_what_was_paid():
    usage = {"prompt_tokens": 31, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 16}}
    server = ModelServer(Chat(['{"name"', ': "Ö"}'], usage=usage))
    reply = reply_of(server, prompt(schema=SCHEMA))
    assert (reply.prompt_id, reply.text, reply.finish) == ("a", '{"name": "Ö"}', "stop")
    assert (reply.usage.prompt_tokens, reply.usage.cached_tokens, reply.usage.reply_tokens) == (31, 16, 7)


def test_what_is_sent():
    server = ModelServer(Chat(["x"]))
    reply_of(server, prompt(schema=SCHEMA, priority=3))
    (body,) = server.asked
    assert body["model"] == "tiny"
    assert body["messages"] == [
        {"role": "system", "content": "You read."},
        {"role": "user", "content": "Who signs here?"},
    ]
    assert (body["max_tokens"], body["temperature"], body["priority"]) == (50, 0, 3)
    assert body["chat_template_kwargs"] == {"enable_thinking": False}
    assert body["stream_interval"] == STREAM_INTERVAL
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA
    assert "guided_json" not in body


def test_thinking_has_a_budget_of_its_own_and_stays_out_of_the_reply():
    server = ModelServer(Chat(["<think>hm", " hm</think>\n\n", "yes"]))
    assert reply_of(server, thinking_tokens=100).text == "yes"
    assert server.asked[0]["chat_template_kwargs"] == {"enable_thinking": True}
    assert (server.asked[0]["max_tokens"], server.asked[0]["thinking_token_budget"]) == (150, 100)


def test_a_server_that_answers_in_one_piece_will_do():
    whole = {"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 9}}
    reply = reply_of(ModelServer(whole))
    assert (reply.text, reply.usage.prompt_tokens, reply.usage.reply_tokens) == ("yes", 9, 1)


def test_a_reply_cut_at_its_limit_says_so():
    assert reply_of(ModelServer(Chat(['{"name": "'], finish="length"))).finish == "length"


def test_endless_white_space_is_cut_off_and_the_server_stops():
    server = ModelServer(Chat(['{"name":', *[" \n\t "] * 500], seconds=0.001))
    reply = reply_of(server, prompt(schema=SCHEMA))
    assert reply.finish == "length"
    assert len(reply.text) < 300
    assert server.hung_up == 1


def test_prose_may_hold_as_much_white_space_as_it_likes():
    assert len(reply_of(ModelServer(Chat(["a", " " * 400, "b"]))).text) == 402


@pytest.mark.parametrize(
    "trouble",
    [
        Status(503),
        Status(500, {"error": {"message": "EngineCore encountered an issue"}}),
        Status(429, {"error": {"message": "slow down"}}),
        Chat(["half a re"], end="cut"),
        Raw(b"data: {not json\n\n"),
        Raw(b'data: {"choices": 7}\n\n'),
        Raw(b"<html>gateway</html>", "application/json"),
        Raw(b'data: {"error": {"message": "engine died", "code": 500}}\n\n'),
    ],
    ids=lambda trouble: f"{type(trouble).__name__}-{getattr(trouble, 'code', '')}",
)
def test_trouble_that_passes_is_waited_for(trouble):
    server = ModelServer(trouble, Chat(["yes"]))
    assert reply_of(server).text == "yes"
    assert len(server.asked) == 2


@pytest.mark.parametrize("trouble", [Status(503), Chat(["ha"], end="cut"), Raw(b"no")])
def test_trouble_that_stays_is_an_engine_error(trouble):
    server = ModelServer(trouble)
    with pytest.raises(EngineError, match=r"tried [0-9]+ times in"):
        reply_of(server, retry_seconds=0.6)
    assert len(server.asked) >= 2


def test_a_server_is_given_the_time_that_it_asks_for():
    async def run():
        server = ModelServer(Status(429, headers={"retry-after": "1"}), Chat(["yes"]))
        async with server.serving(), opened(server) as engine:
            began = asyncio.get_running_loop().time()
            await engine.complete(prompt())
            return asyncio.get_running_loop().time() - began

    assert asyncio.run(run()) >= 1.0


def test_who_asks_for_more_time_than_there_is_is_not_waited_for():
    server = ModelServer(Status(429, headers={"retry-after": "3600"}))
    with pytest.raises(EngineError, match="answers 429"):
        reply_of(server)
    assert len(server.asked) == 1


TOO_LONG = {"error": {"message": "You passed 1200 input tokens", "param": "input_tokens", "code": 400}}


@pytest.mark.parametrize(
    ("answer", "error", "told"),
    [
        (Status(400, TOO_LONG), DoesNotFit, "1200 input tokens"),
        (Status(400, {"error": {"message": "bad schema", "param": None}}), EngineError, "bad schema"),
        (Status(401, {"error": "Unauthorized"}), EngineError, "set DOCPIPE_API_KEY"),
        (Status(404, {"error": {"message": "no model tiny"}}), EngineError, "no model tiny"),
        (Status(307, headers={"location": "http://elsewhere.example/v1"}), EngineError, "not followed"),
        (Status(422, "<html>long page</html>"), EngineError, r"\(422\)$"),
    ],
)
def test_a_refusal_is_final_and_says_why(answer, error, told):
    server = ModelServer(answer)
    with pytest.raises(error, match=told):
        reply_of(server)
    assert len(server.asked) == 1


@pytest.mark.parametrize("name", ["chat_template_kwargs", "temperature", "stream_options"])
def test_a_field_that_a_server_does_not_know_is_left_out_from_then_on(name):
    unknown = Status(400, {"error": {"message": f"Unrecognized request argument: {name}"}})
    server = ModelServer(unknown, Chat(["yes"]), models=[MODEL | {"owned_by": "somebody"}])

    async def run():
        async with server.serving(), opened(server) as engine:
            await engine.complete(prompt())
            await engine.complete(prompt("b"))

    asyncio.run(run())
    assert [name in body for body in server.asked] == [True, False, False]


def test_a_schema_that_a_server_does_not_know_is_never_left_out():
    server = ModelServer(Status(400, {"error": {"message": "Unrecognized request argument: response_format"}}))
    with pytest.raises(EngineError, match="response_format"):
        reply_of(server, prompt(schema=SCHEMA))
    assert len(server.asked) == 1


def test_a_prompt_over_the_window_is_never_sent():
    server = ModelServer(Chat(["x"]))
    with pytest.raises(DoesNotFit, match=r"prompt a does not fit: .* window of 1,000 tokens"):
        reply_of(server, prompt(text="word " * 1000))
    assert server.asked == []


def test_the_servers_own_count_is_asked_before_a_prompt_is_refused():
    server = ModelServer(Chat(["x"]), routes={"/tokenize": lambda body: {"count": 940, "max_model_len": 1000}})
    assert reply_of(server, prompt(text="word " * 990)).text == "x"
    with pytest.raises(DoesNotFit, match="940 tokens and 61"):
        reply_of(server, prompt(text="word " * 990, reply_tokens=61))


@settings(max_examples=25)
@given(st.text(max_size=3000), st.integers(1, 900), st.integers(1, 60), st.sampled_from([1, 2, 7]))
def test_whatever_is_asked_nothing_that_does_not_fit_is_ever_sent(text, reply_tokens, repeat, finer):
    def counted(body):
        said = "".join(message["content"] for message in body["messages"])
        return {"count": 9 + sum(1 + len(word.encode()) // finer for word in said.split())}

    server = ModelServer(Chat(["x"]), routes={"/tokenize": counted}, models=[MODEL | {"root": "other"}])
    asked = prompt(text=text * repeat, reply_tokens=reply_tokens)
    try:
        reply_of(server, asked)
    except DoesNotFit:
        assert server.asked == []
    else:
        (body,) = server.asked
        assert counted(body)["count"] + body["max_tokens"] <= 1000


def test_counts_are_exact_where_the_server_counts_and_err_upwards_elsewhere():
    async def counted(server):
        async with server.serving(), opened(server) as engine:
            return await engine.count(prompt(text="Straße 北京")), engine.info

    told, info = asyncio.run(counted(ModelServer(routes={"/tokenize": lambda body: {"count": 23}})))
    assert (told.tokens, told.exact, "exact_count" in info.supports) == (23, True, True)
    qwen, info = asyncio.run(counted(ModelServer()))
    assert (qwen.tokens, qwen.exact, "exact_count" in info.supports) == (2 + 2 + 2 * 4 + 7, False, False)
    other, _ = asyncio.run(counted(ModelServer(models=[MODEL | {"root": "mistral"}])))
    assert (other.tokens, other.exact) == (int(19 * 1.35) + 3, False)


def test_a_server_that_counts_as_qwen_does_is_not_asked_for_every_prompt():
    def as_qwen(body):
        return {"count": sum(words(message["content"]) + 4 for message in body["messages"]) + 7}

    async def counted(server):
        async with server.serving(), opened(server) as engine:
            before = server.paths.count("/tokenize")
            return await engine.count(prompt()), server.paths.count("/tokenize") - before

    assert asyncio.run(counted(ModelServer(routes={"/tokenize": as_qwen})))[1] == 0
    told, asked = asyncio.run(counted(ModelServer(routes={"/tokenize": lambda body: {"count": 31}})))
    assert (told.tokens, told.exact, asked) == (31, True, 1)


def test_room_for_thinking_is_taken_from_the_window():
    async def info(server):
        async with server.serving(), opened(server, thinking_tokens=300) as engine:
            return engine.info

    assert asyncio.run(info(ModelServer())).window == 700


def test_what_the_server_says_of_itself_is_known():
    metrics = 'vllm:cache_config_info{block_size="128",num_gpu_blocks="40",x=""} 1.0\n'
    server = ModelServer(routes={"/metrics": Raw(metrics.encode()), "/version": {"version": "0.32.0"}})

    async def run(**changed):
        server.routes["/v1/models"]["data"] = [MODEL | changed]
        async with server.serving(), opened(server) as engine:
            return engine.info

    info = asyncio.run(run())
    assert (info.model, info.window, info.block_size) == ("tiny", 1000, 128)
    assert info.supports >= {"schema", "priority", "streaming"}
    assert asyncio.run(run()).fingerprint == info.fingerprint
    assert asyncio.run(run(created=7)).fingerprint == info.fingerprint
    assert asyncio.run(run(max_model_len=900)).fingerprint != info.fingerprint
    assert asyncio.run(run(root="/models/other")).fingerprint != info.fingerprint


@pytest.mark.parametrize(
    ("models", "settings", "error", "told"),
    [
        ([MODEL], {"model": "tinny"}, EngineError, "did you mean 'tiny'"),
        ([MODEL, MODEL | {"id": "big"}], {}, SettingsError, "serves big, tiny: choose one with --model"),
        ([MODEL | {"max_model_len": None}], {}, SettingsError, "set window_tokens"),
        ([], {}, EngineError, "lists no model"),
    ],
)
def test_opening_says_what_is_wrong_with_the_models(models, settings, error, told):
    with pytest.raises(error, match=told):
        reply_of(ModelServer(Chat(["x"]), models=models), **settings)


def test_an_adapter_is_a_model_with_the_window_of_its_base():
    adapter = MODEL | {"id": "leases", "parent": "tiny", "max_model_len": None}
    server = ModelServer(Chat(["x"]), models=[MODEL, adapter])
    reply_of(server, model="leases")
    reply_of(server)
    assert [body["model"] for body in server.asked] == ["leases", "tiny"]


def test_no_server_is_told_with_the_address_and_what_to_do():
    async def run():
        async with ModelServer().serving() as server:
            pass
        async with opened(server):
            pass

    with pytest.raises(EngineError, match=r"no answer from http://127.0.0.1:[0-9]+ .*vllm serve"):
        asyncio.run(run())


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("127.0.0.1:8000/v1", "must begin with http://"),
        ("http://name:secret@127.0.0.1/v1", "a key goes into DOCPIPE_API_KEY"),
        ("http://models.example/v1", "is refused: offline"),
    ],
)
def test_an_address_that_makes_no_sense_or_is_not_allowed_is_refused_before_anything_is_sent(url, told):
    with pytest.raises(SettingsError, match=told) as raised:
        OpenAI(load({"base_url": [url], "offline": True}), words)
    assert "secret" not in raised.value.message


def test_the_key_is_sent_and_shown_nowhere(monkeypatch):
    monkeypatch.setenv("DOCPIPE_API_KEY", "sk-very-secret")
    settings = load()
    assert "sk-very-secret" not in repr(settings)
    server = ModelServer(Chat(["x"]))
    reply_of(server)
    assert server.headers[-1]["authorization"] == "Bearer sk-very-secret"


def test_neither_a_proxy_nor_a_netrc_of_the_environment_is_used(monkeypatch, tmp_path):
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login a password b\n", encoding="utf-8")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    server = ModelServer(Chat(["x"]))
    assert reply_of(server).text == "x"
    assert "authorization" not in server.headers[-1]


def test_calling_a_prompt_off_closes_its_connection():
    server = ModelServer(Chat(["a"], end="hang"))

    async def run():
        async with server.serving(), opened(server) as engine:
            begun = asyncio.Event()
            task = asyncio.create_task(engine.complete(prompt(), begun.set))
            await begun.wait()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await server.quiet()

    asyncio.run(run())
    assert server.hung_up == 1


def test_a_reply_that_hangs_ends_by_the_tokens_that_it_may_have():
    server = ModelServer(Chat(["a"], end="hang"))
    slow = {"first_token_seconds": 0.05, "tokens_per_second": 1.0, "retry_seconds": 0.0}
    long = prompt(text="word " * 900, reply_tokens=1)  # 36 seconds until the reply begins, and one for the reply
    with pytest.raises(EngineError, match="its reply took too long"):
        reply_of(server, long, **slow)
    with pytest.raises(EngineError, match="had not begun to answer in time"):
        reply_of(ModelServer(Chat([], end="hang")), **slow)


def test_no_more_is_sent_at_once_than_the_settings_allow():
    async def most(together, **settings):
        server = ModelServer(Chat(["x"], seconds=0.01), together=together)
        async with server.serving(), opened(server, **settings) as engine:
            await asyncio.gather(*(engine.complete(prompt(str(one))) for one in range(12)))
        assert len(server.asked) == 12
        return server.most_at_once

    assert asyncio.run(most(3, requests_in_flight=3)) == 3
    size = words("You read. Who signs here?") + 2 * 4 + 7 + 50
    assert asyncio.run(most(4, tokens_in_flight=4 * size)) == 4
    assert asyncio.run(most(1, tokens_in_flight=1)) == 1


def both_models(together, *models, **settings):
    """Of a server of which half the prompts ask another model: how many it had at once."""

    async def run():
        server = ModelServer(Chat(["x"], seconds=0.01), models=models, together=together)
        async with (
            server.serving(),
            opened(server, model=models[0]["id"], **settings) as one,
            opened(server, model=models[1]["id"], **settings) as other,
        ):
            await asyncio.gather(*(engine.complete(prompt(f"{n}")) for n in range(8) for engine in (one, other)))
        return server.most_at_once

    return asyncio.run(run())


def test_models_of_one_server_share_its_room():
    adapter = MODEL | {"id": "leases", "parent": "tiny", "max_model_len": None}
    assert both_models(3, MODEL, adapter, requests_in_flight=3) == 3
    other = MODEL | {"id": "other"}  # another cache behind one address
    assert both_models(6, MODEL, other, requests_in_flight=3) == 6


def test_a_document_that_two_models_read_takes_its_room_twice():
    adapter = MODEL | {"id": "leases", "parent": "tiny", "max_model_len": None}
    text = "word " * 900
    asked = [prompt(f"{n}", f"{text} question {n}", group="g") for n in range(4)]
    settings = {"tokens_in_flight": words(text) + 8 * 70}

    async def run():
        server = ModelServer(Chat(["x"], seconds=0.02), models=[MODEL, adapter], together=4)
        async with (
            server.serving(),
            opened(server, model="tiny", **settings) as one,
            opened(server, model="leases", **settings) as other,
        ):
            await asyncio.gather(*(engine.complete(each) for engine in (one, other) for each in asked))
        return server.most_at_once

    assert asyncio.run(run()) == 4


def test_a_connection_serves_one_reply_after_the_other():
    server = ModelServer(Chat(["a", "b"]))

    async def run():
        async with server.serving(), opened(server) as engine:
            before = server.connections
            for one in range(5):
                await engine.complete(prompt(str(one)))
            return before, server.connections

    assert asyncio.run(run()) == (1, 1)


def test_a_document_always_goes_to_the_same_server_and_documents_spread():
    servers = [ModelServer(Chat(["x"])) for _ in range(2)]

    async def run():
        async with servers[0].serving(), servers[1].serving(), opened(*servers) as engine:
            asked = [prompt(f"{one}", f"document {one % 64}", group=f"{one % 64}") for one in range(192)]
            await asyncio.gather(*map(engine.complete, asked))

    asyncio.run(run())
    first, second = ({body["messages"][1]["content"] for body in server.asked} for server in servers)
    assert first
    assert second
    assert first & second == set()


def test_while_one_server_is_down_another_answers_for_it():
    gone, there = ModelServer(Chat(["x"])), ModelServer(Chat(["y"]))

    async def run():
        async with there.serving():
            async with gone.serving():
                pass
            async with opened(gone, there) as engine:
                asked = [prompt(str(one), group=str(one)) for one in range(8)]
                return await asyncio.gather(*map(engine.complete, asked))

    assert {reply.text for reply in asyncio.run(run())} == {"y"}


def test_a_server_that_stops_and_comes_back_costs_only_the_prompts_in_flight():
    server = ModelServer(Chat(["half a re"], end="hang"), Chat(["x"]))

    async def restarted():
        async with server.serving() as first:
            port = first.port
            engine = OpenAI(load({"base_url": [first.url], **PATIENT}), words)
            await engine.open()
            held = asyncio.create_task(engine.complete(prompt("b")))
            await until_then(lambda: server.running)
        await asyncio.sleep(0.3)
        async with server.serving(port):
            reply = await held
        await engine.aclose()
        return reply

    assert asyncio.run(restarted()).text == "x"


def test_servers_that_serve_different_models_are_refused():
    one, other = ModelServer(), ModelServer(models=[MODEL | {"root": "/models/other"}])

    async def run():
        async with one.serving(), other.serving(), opened(one, other):
            pass

    with pytest.raises(EngineError, match="the servers differ"):
        asyncio.run(run())
