"""A third-party client of Tablero. It has no generated code: all it knows comes through reflection."""

import sys

import grpc
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status

SERVICE = "tablero.v1.ProfileService"


class Client:
    """Every rpc of the service as a method that takes the request's fields and answers with the response."""

    def __init__(self, channel, metadata=()):
        self.channel, self.metadata = channel, metadata
        database = ProtoReflectionDescriptorDatabase(channel)
        assert SERVICE in database.get_services()
        self.service = DescriptorPool(database).FindServiceByName(SERVICE)

    def carrying(self, *metadata):
        other = object.__new__(Client)
        other.channel, other.service, other.metadata = self.channel, self.service, metadata
        return other

    def __getattr__(self, rpc):
        method = self.service.methods_by_name[rpc]
        request, response = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
        call = self.channel.unary_unary(
            f"/{SERVICE}/{rpc}", request_serializer=request.SerializeToString, response_deserializer=response.FromString
        )
        return lambda **fields: call(request(**fields), metadata=self.metadata, timeout=10)


def refused(code, /, *reasons, call, **fields):
    """Expects a refusal with this code, this reason, and these reasons of the fields."""
    try:
        answer = call(**fields)
    except grpc.RpcError as error:
        status = rpc_status.from_call(error)
        info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        for detail in status.details:
            detail.Unpack(info)
            detail.Unpack(bad)
        found = [violation.reason for violation in bad.field_violations] or [info.reason]
        assert (error.code(), found) == (code, list(reasons)), (error, found)
        assert info.domain == "tablero" and info.reason == reasons[0], info
        print(f"{code.name:20} {', '.join(reasons)}: {error.details()}")
        return
    raise AssertionError(f"{reasons} expected, got {answer}")


def main(address, key):
    code = grpc.StatusCode
    nobody = Client(grpc.insecure_channel(address))

    refused(code.INVALID_ARGUMENT, "NAME_TOO_SHORT", call=nobody.CreateProfile, name="a", password="long enough")
    refused(code.INVALID_ARGUMENT, "NAME_TOO_LONG", call=nobody.CreateProfile, name="a" * 33, password="long enough")
    refused(code.INVALID_ARGUMENT, "NAME_BAD_CHARACTER", call=nobody.CreateProfile, name="a b", password="long enough")
    refused(code.INVALID_ARGUMENT, "PASSWORD_TOO_SHORT", call=nobody.CreateProfile, name="ana", password="short")
    refused(code.INVALID_ARGUMENT, "PASSWORD_TOO_LONG", call=nobody.CreateProfile, name="ana", password="x" * 129)
    refused(
        code.INVALID_ARGUMENT, "NAME_TOO_SHORT", "NAME_BAD_CHARACTER", "PASSWORD_TOO_SHORT",
        call=nobody.CreateProfile, name="!", password="",
    )
    created = nobody.CreateProfile(name="Ana", password="correct horse").profile
    assert created.name == "Ana"
    refused(code.ALREADY_EXISTS, "NAME_TAKEN", call=nobody.CreateProfile, name="ANA", password="correct horse")

    refused(code.UNAUTHENTICATED, "WRONG_CREDENTIALS", call=nobody.LogIn, name="ana", password="wrong horse")
    refused(code.UNAUTHENTICATED, "WRONG_CREDENTIALS", call=nobody.LogIn, name="ghost", password="correct horse")
    refused(code.INVALID_ARGUMENT, "CLIENT_TOO_LONG", call=nobody.LogIn, name="ana", client="x" * 65)
    session = nobody.LogIn(name="ana", password="correct horse", client="python")
    ana = nobody.carrying(("authorization", f"Bearer {session.token}"))
    assert ana.GetMyProfile().profile.profile == created
    assert [listed.client for listed in ana.ListSessions().sessions] == ["python"]

    mask = lambda *paths: {"paths": paths}
    refused(code.INVALID_ARGUMENT, "MASK_EMPTY", call=ana.UpdateProfile, name="anita")
    refused(code.INVALID_ARGUMENT, "MASK_UNKNOWN_PATH", call=ana.UpdateProfile, update_mask=mask("id"))
    refused(code.INVALID_ARGUMENT, "NAME_UNCHANGED", call=ana.UpdateProfile, update_mask=mask("name"), name="Ana")
    refused(
        code.PERMISSION_DENIED, "WRONG_PASSWORD",
        call=ana.UpdateProfile, update_mask=mask("password"), password="another horse", current_password="x",
    )
    refused(
        code.INVALID_ARGUMENT, "PASSWORD_UNCHANGED",
        call=ana.UpdateProfile, update_mask=mask("password"), password="correct horse", current_password="correct horse",
    )
    assert ana.UpdateProfile(update_mask=mask("name"), name="Anita").profile.profile.name == "Anita"
    assert nobody.GetProfile(name="ANITA").profile.id == created.id
    refused(code.NOT_FOUND, "PROFILE_NOT_FOUND", call=nobody.GetProfile, name="ana")
    refused(code.INVALID_ARGUMENT, "BAD_ID", call=nobody.GetProfile, id="?")
    refused(code.INVALID_ARGUMENT, "NO_PROFILE_NAMED", call=nobody.GetProfile)
    refused(code.INVALID_ARGUMENT, "BAD_ID", call=ana.EndSession, session_id="?")
    refused(code.NOT_FOUND, "SESSION_NOT_FOUND", call=ana.EndSession, session_id=created.id)
    refused(code.NOT_FOUND, "CODE_NOT_FOUND", call=ana.RedeemLinkCode, code="NO-CODE")
    refused(code.NOT_FOUND, "IDENTITY_NOT_FOUND", call=ana.UnlinkIdentity, provider="discord")
    refused(code.PERMISSION_DENIED, "WRONG_PASSWORD", call=ana.DeleteProfile, password="wrong horse")

    bot = nobody.carrying(("x-tablero-service-key", key))
    refused(code.UNAUTHENTICATED, "NO_IDENTITY", call=bot.GetMyProfile)
    identity = (("x-tablero-provider", "discord"), ("x-tablero-external-id", "42"))
    name = ("x-tablero-display-name-bin", "Señora Ñ".encode())
    discord = nobody.carrying(("x-tablero-service-key", key), *identity, name)
    assert discord.GetMyProfile().profile.profile.name == "Señora_Ñ"
    refused(code.FAILED_PRECONDITION, "CONFIRMATION_NEEDED", call=discord.DeleteProfile)
    assert discord.RedeemLinkCode(code=ana.CreateLinkCode().code).profile.profile.name == "Anita"
    assert ana.GetMyProfile().profile.identities[0].display_name == "Señora Ñ"

    ana.LogOut()
    refused(code.UNAUTHENTICATED, "NOT_LOGGED_IN", call=ana.GetMyProfile)
    refused(code.UNAUTHENTICATED, "NOT_LOGGED_IN", call=nobody.GetMyProfile)
    print("all is well")


main(*sys.argv[1:])
